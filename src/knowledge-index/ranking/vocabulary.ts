const SPACE = 32;

/** The distinct words of one text as vocabulary ids in order of first occurrence, and the count of each. */
export interface WordCounts {
  readonly words: readonly number[];
  readonly counts: readonly number[];
}

export interface Vocabulary {
  readonly texts: readonly WordCounts[];
  /** The number of texts that contain each word, by id. */
  readonly holding: readonly number[];
}

/**
 * Assigns ids to the space-separated words of texts without creating strings. For the 100 candidates of a
 * search, this takes a third of the time of `split` and a `Map`. The table compares the characters of words,
 * so hash collisions cause no errors.
 */
export function buildVocabulary(texts: readonly string[]): Vocabulary {
  const table = new WordTable(texts);
  const holding: number[] = [];
  const seenIn: number[] = [];
  const placeIn: number[] = [];
  const numbered = texts.map((text, at): WordCounts => {
    const words: number[] = [];
    const counts: number[] = [];
    table.eachWord(at, (number) => {
      if (number === holding.length) holding.push(0);
      if (seenIn[number] === at) {
        counts[placeIn[number] ?? 0]! += 1;
        return;
      }
      seenIn[number] = at;
      placeIn[number] = words.push(number) - 1;
      counts.push(1);
      holding[number]! += 1;
    });
    return { words, counts };
  });
  return { texts: numbered, holding };
}

/** A hash table with open addressing. It stores a word as the offset of its first occurrence. */
class WordTable {
  readonly #texts: readonly string[];
  readonly #numbers: Int32Array;
  readonly #mask: number;
  readonly #textOf: number[] = [];
  readonly #startOf: number[] = [];
  readonly #lengthOf: number[] = [];

  constructor(texts: readonly string[]) {
    const characters = texts.reduce((sum, text) => sum + text.length + 1, 0);
    // Each word needs at least one character and a space, so the table is never full.
    this.#numbers = new Int32Array(2 ** Math.ceil(Math.log2(characters + 2))).fill(-1);
    this.#mask = this.#numbers.length - 1;
    this.#texts = texts;
  }

  /** Calls `visit` with the id of each word in order. A new word gets the next id. */
  eachWord(at: number, visit: (number: number) => void): void {
    const text = this.#texts[at] ?? "";
    for (let start = 0; start <= text.length;) {
      let hash = 0x811c9dc5;
      let end = start;
      for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end);
        if (code === SPACE) break;
        hash = Math.imul(hash ^ code, 0x01000193);
      }
      visit(this.#numberOf(at, start, end - start, hash));
      start = end + 1;
    }
  }

  #numberOf(at: number, start: number, length: number, hash: number): number {
    for (let slot = (hash ^ (hash >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const number = this.#numbers[slot] ?? -1;
      if (number === -1) {
        this.#startOf.push(start);
        this.#lengthOf.push(length);
        return (this.#numbers[slot] = this.#textOf.push(at) - 1);
      }
      if (this.#lengthOf[number] === length && this.#isSame(number, at, start, length)) return number;
    }
  }

  #isSame(number: number, at: number, start: number, length: number): boolean {
    const [one, other] = [this.#texts[this.#textOf[number] ?? 0] ?? "", this.#texts[at] ?? ""];
    const first = this.#startOf[number] ?? 0;
    for (let i = 0; i < length; i += 1)
      if (one.charCodeAt(first + i) !== other.charCodeAt(start + i)) return false;
    return true;
  }
}
