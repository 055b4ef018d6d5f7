import type { PassageOffset, PassageOffsetList } from "./extraction-stream.ts";

const NUMBERS_PER_PLACE = 3;
const FIRST_CAPACITY = 4_096;
const UNKNOWN = 0;

/**
 * Offsets of the passages of a long text, each with a line of the file. Takes 12 bytes per passage, and a
 * text of 200 MB may have half a million passages.
 */
export class PassageOffsets implements PassageOffsetList {
  /** Three numbers per passage: start and end in UTF-16 code units, and its line from 1. */
  #numbers = new Uint32Array(NUMBERS_PER_PLACE * FIRST_CAPACITY);
  #length = 0;
  #hasLines = true;

  get length(): number {
    return this.#length;
  }

  /** @param line on which the passage begins; null if unknown */
  add(start: number, end: number, line: number | null): void {
    const at = this.#length * NUMBERS_PER_PLACE;
    if (at === this.#numbers.length) {
      const grown = new Uint32Array(2 * at);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers.set([start, end, line ?? UNKNOWN], at);
    this.#length += 1;
  }

  /** Drops the lines if line feeds do not count the lines of the file. */
  dropLines(): void {
    this.#hasLines = false;
  }

  *[Symbol.iterator](): Generator<PassageOffset> {
    for (let at = 0; at < this.#length * NUMBERS_PER_PLACE; at += NUMBERS_PER_PLACE) {
      const [start = 0, end = 0, line = UNKNOWN] = this.#numbers.subarray(at, at + NUMBERS_PER_PLACE);
      yield this.#hasLines && line !== UNKNOWN
        ? [start, end, 0, [[0, { kind: "line", line }]]]
        : [start, end, 0];
    }
  }
}
