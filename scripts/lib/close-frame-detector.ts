const CLOSE = 8;
const LENGTH_IS_IN_2_BYTES = 126;
const LENGTH_IS_IN_8_BYTES = 127;

/**
 * Reads one direction of a WebSocket (RFC 6455, section 5.2) and detects its close frame. It keeps no
 * payload.
 */
export class CloseFrameDetector {
  /** The bytes of an incomplete frame header. */
  #header: number[] = [];
  /** Bytes of the payload that are still to come. */
  #left = 0;
  #isClose = false;
  #isOver = false;

  /** @returns whether the close frame has passed */
  read(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length && !this.#isOver;) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - at);
        this.#left -= skipped;
        at += skipped;
      } else {
        this.#header.push(chunk[at] ?? 0);
        at += 1;
        this.#begin();
      }
      this.#isOver = this.#isClose && this.#left === 0 && this.#header.length === 0;
    }
    return this.#isOver;
  }

  #begin(): void {
    const [first = 0, second = 0] = this.#header;
    const short = second & 0x7f;
    const extended = short === LENGTH_IS_IN_2_BYTES ? 2 : short === LENGTH_IS_IN_8_BYTES ? 8 : 0;
    if (this.#header.length < 2 + extended + ((second & 0x80) === 0 ? 0 : 4)) return;
    const length = this.#header.slice(2, 2 + extended).reduce((sum, byte) => sum * 256 + byte, 0);
    this.#left = extended === 0 ? short : length;
    this.#isClose = (first & 0x0f) === CLOSE;
    this.#header = [];
  }
}
