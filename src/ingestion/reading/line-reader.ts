import type { ComingText } from "./document-parts.ts";

const LINE_END = 0x0a;
/** Far longer than the longest line that is sent. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** A body that begins with lines. Behind them comes a text, which is passed on by the runtime: no code of ours sees its bytes. */
export class LineReader implements ComingText {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** What has come and was not taken yet. */
  #come: Uint8Array = new Uint8Array();

  constructor(body: ReadableStream<Uint8Array>) {
    this.#body = body;
    this.#reader = body.getReader();
  }

  /** The next line, without its end. @throws Error when it is too long or cut off */
  async next(): Promise<string> {
    const decoder = new TextDecoder();
    let line = "";
    for (let length = 0; ;) {
      const end = this.#come.indexOf(LINE_END);
      if (end >= 0) {
        line += decoder.decode(this.#come.subarray(0, end));
        this.#come = this.#come.subarray(end + 1);
        return line;
      }
      line += decoder.decode(this.#come, { stream: true });
      length += this.#come.length;
      if (length > MAX_LINE_BYTES) throw new Error("a line is too long");
      const { done, value } = await this.#reader.read();
      if (done) throw new Error("a line is cut off");
      this.#come = value;
    }
  }

  async pipeTo(to: WritableStream<Uint8Array>): Promise<void> {
    const writer = to.getWriter();
    try {
      if (this.#come.length > 0) await writer.write(this.#come);
    } catch (error) {
      await this.cancel();
      throw error;
    } finally {
      writer.releaseLock();
    }
    this.#reader.releaseLock();
    await this.#body.pipeTo(to);
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}
