import type { ChunkPlace, ChunkPlaces } from "./document-parts.ts";

const NUMBERS_PER_PLACE = 3;
const FIRST_CAPACITY = 4_096;
const UNKNOWN = 0;

/** Where the passages of a long text stand, each in a line of the file: twelve bytes a passage, of which a text of 200 MB may have half a million. */
export class LongPlaces implements ChunkPlaces {
  /** Of each its start and end in UTF-16 code units, and its line, from 1. */
  #numbers = new Uint32Array(NUMBERS_PER_PLACE * FIRST_CAPACITY);
  #length = 0;
  #hasLines = true;

  get length(): number {
    return this.#length;
  }

  /** @param line in which it begins; null when nobody knows */
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

  /** The lines of the file are not those that were counted. */
  forgetLines(): void {
    this.#hasLines = false;
  }

  *[Symbol.iterator](): Generator<ChunkPlace> {
    for (let at = 0; at < this.#length * NUMBERS_PER_PLACE; at += NUMBERS_PER_PLACE) {
      const [start = 0, end = 0, line = UNKNOWN] = this.#numbers.subarray(at, at + NUMBERS_PER_PLACE);
      yield this.#hasLines && line !== UNKNOWN ? [start, end, 0, [[0, { kind: "line", line }]]] : [start, end, 0];
    }
  }
}
