const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Counts the lines of a file incrementally. */
export class LineFeedCounter {
  #count = 0;
  #hasOld = false;
  #last = 0;

  /** Number of line feeds so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Whether a carriage return without a line feed ended a line. In such a file line feeds do not count lines.
   */
  get hasCarriageReturns(): boolean {
    return this.#hasOld;
  }

  add(bytes: Uint8Array): void {
    let [count, hasOld, last] = [this.#count, this.#hasOld, this.#last];
    for (const byte of bytes) {
      if (byte === LINE_FEED) count += 1;
      else if (last === CARRIAGE_RETURN) hasOld = true;
      last = byte;
    }
    [this.#count, this.#hasOld, this.#last] = [count, hasOld, last];
  }
}
