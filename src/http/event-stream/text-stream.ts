import { release, tryHold } from "./held-text.ts";

const encoder = new TextEncoder();

/** What a stream tells of its reader. */
interface Reader {
  /** The reader has taken all that there was. */
  readonly onTaken: () => void;
  /** The stream is over: at its end, or because the reader has left or was given up. Nothing comes after it. */
  readonly onOver: () => void;
}

/** The body of an answer that is written as things happen. What its reader has not taken waits, and goes out together. */
export class TextStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #reader: Reader;
  readonly #padding: string;
  #waiting: string[] = [];
  #waitingChars = 0;
  #isEnded = false;
  #isOver = false;
  #wake: () => void = () => {};

  /** @param padding what is sent behind everything that goes out together, so that a proxy that gathers so much passes it on */
  constructor(reader: Reader, padding: string) {
    this.#reader = reader;
    this.#padding = padding;
    const source = {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => await this.#give(controller),
      cancel: () => this.#finish(),
    };
    // No queue of the stream's own: it asks when its reader asks.
    this.body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  }

  /** How much waits, in UTF-16 code units. */
  get waitingChars(): number {
    return this.#waitingChars;
  }

  write(text: string): void {
    if (this.#isEnded) return;
    if (!tryHold(text.length)) return this.abandon();
    this.#waiting.push(text);
    this.#waitingChars += text.length;
    this.#wake();
  }

  /** Ends it behind what waits. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Ends it behind what the reader has been handed; what waits is dropped. */
  abandon(): void {
    this.#finish();
  }

  async #give(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting.length === 0 && !this.#isEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#waiting.length === 0) {
      this.#finish();
      return controller.close();
    }
    controller.enqueue(encoder.encode(this.#take() + this.#padding));
    this.#reader.onTaken();
  }

  #take(): string {
    const text = this.#waiting.join("");
    release(this.#waitingChars);
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
