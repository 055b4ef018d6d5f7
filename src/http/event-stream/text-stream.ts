import { releaseBuffer, tryReserveBuffer } from "./stream-buffer.ts";

const encoder = new TextEncoder();

/** Callbacks of a stream. */
interface Reader {
  /** Called after the reader has read all text. */
  readonly onTaken: () => void;
  /** Called after the stream has ended, or the reader left or was disconnected. No callback follows. */
  readonly onOver: () => void;
}

/** The body of a live response. Text that the reader has not read yet is buffered and sent together. */
export class TextStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #reader: Reader;
  readonly #padding: string;
  #waiting: string[] = [];
  #waitingChars = 0;
  #isEnded = false;
  #isOver = false;
  #wake: () => void = () => {};

  /** @param padding bytes after each batch, so a buffering proxy forwards the batch */
  constructor(reader: Reader, padding: string) {
    this.#reader = reader;
    this.#padding = padding;
    const source = {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => await this.#give(controller),
      cancel: () => this.#finish(),
    };
    // The stream has no queue of its own, so it pulls only when its reader pulls.
    this.body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  }

  /** Length of the buffered text in UTF-16 code units. */
  get waitingChars(): number {
    return this.#waitingChars;
  }

  write(text: string): void {
    if (this.#isEnded) return;
    if (!tryReserveBuffer(text.length)) return this.abandon();
    this.#waiting.push(text);
    this.#waitingChars += text.length;
    this.#wake();
  }

  /** Ends the stream after the buffered text. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Ends the stream and discards the buffered text. */
  abandon(): void {
    this.#finish();
  }

  async #give(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting.length === 0 && !this.#isEnded)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#waiting.length === 0) {
      this.#finish();
      return controller.close();
    }
    controller.enqueue(encoder.encode(this.#take() + this.#padding));
    this.#reader.onTaken();
  }

  #take(): string {
    const text = this.#waiting.join("");
    releaseBuffer(this.#waitingChars);
    this.#waiting = [];
    this.#waitingChars = 0;
    return text;
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#take();
    this.end();
    this.#reader.onOver();
  }
}
