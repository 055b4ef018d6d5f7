import { type PieceSource, piecesOfBody } from "../../storage/r2/pieces.ts";

const LINE_END = 0x0a;
/** Far above the longest line that the sandbox sends. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Reads a body of lines that are followed by a byte stream. */
export class LineReader implements PieceSource {
  readonly #source: PieceSource;
  /** Received bytes that the caller has not read. */
  #come: Uint8Array = new Uint8Array();

  constructor(body: ReadableStream<Uint8Array>) {
    this.#source = piecesOfBody(body);
  }

  /**
   * Reads the next line without its line end.
   * @throws Error if the line is too long or truncated
   */
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
      const piece = await this.#source.read();
      if (piece === null) throw new Error("a line is cut off");
      this.#come = piece;
    }
  }

  /** Reads the bytes after the lines that were read. */
  async read(): Promise<Uint8Array | null> {
    if (this.#come.length === 0) return await this.#source.read();
    const come = this.#come;
    this.#come = new Uint8Array();
    return come;
  }

  /**
   * Returns a source of the next `length` bytes. Callers must read it to its end before anything after it.
   * Its `read` throws if bytes are missing.
   */
  bytes(length: number): PieceSource {
    let left = length;
    return {
      read: async () => {
        if (left === 0) return null;
        const piece = await this.read();
        if (piece === null) throw new Error("a part is cut off");
        const taken = piece.subarray(0, left);
        this.#come = piece.subarray(taken.length);
        left -= taken.length;
        return taken;
      },
      cancel: async (reason) => {
        left = 0;
        await this.cancel(reason);
      },
    };
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#come = new Uint8Array();
    await this.#source.cancel(reason);
  }
}
