const GRAM = 4;
const BEGINNINGS = 2 ** 14;
const SPACE = 32;
const K1 = 1.2;
const B = 0.75;

/**
 * BM25 over character 4-grams (words and the spaces around them) of normalized texts, with statistics of
 * these texts alone. The score also counts inflections, compounds and misspellings that a stemmer misses.
 */
export function charNgramScores(query: string, texts: readonly string[]): number[] {
  const wanted = new WantedGrams(query);
  const holding = new Uint32Array(wanted.size);
  const counts = texts.map((text) => wanted.countIn(text));
  for (const count of counts) {
    for (let at = 0; at < count.length; at += 1) if (count[at] !== 0) holding[at]! += 1;
  }
  const meanLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const idf = Array.from(holding, (n) => Math.log(1 + (texts.length - n + 0.5) / (n + 0.5)));
  return counts.map((count, i) => {
    const norm = K1 * (1 - B + (B * (texts[i]?.length ?? 0)) / Math.max(1, meanLength));
    let score = 0;
    for (let at = 0; at < count.length; at += 1) {
      const n = count[at] ?? 0;
      if (n > 0) score += ((idf[at] ?? 0) * n * (K1 + 1)) / (n + norm);
    }
    return score;
  });
}

/**
 * The numbered 4-grams of a question, in an open-addressing hash table. A `Map` would allocate an object for
 * each hash and take twice as long.
 */
class WantedGrams {
  /**
   * First characters of the question's 4-grams. This filter rejects most 4-grams of a text before they are
   * hashed.
   */
  readonly #beginnings = new Uint8Array(BEGINNINGS);
  readonly #hashes: Int32Array;
  /** 4-gram number of each slot; -1 marks a free slot. */
  readonly #numbers: Int32Array;
  readonly #mask: number;
  #size = 0;

  constructor(query: string) {
    const slots = 2 ** Math.ceil(Math.log2(2 * (query.length + GRAM)));
    this.#hashes = new Int32Array(slots);
    this.#numbers = new Int32Array(slots).fill(-1);
    this.#mask = slots - 1;
    const padded = ` ${query} `;
    for (let start = 0; start + GRAM <= padded.length; start += 1) {
      const [first, second] = [padded.charCodeAt(start), padded.charCodeAt(start + 1)];
      this.#beginnings[beginningOf(first, second)] = 1;
      const hash = hashOf(first, second, padded.charCodeAt(start + 2), padded.charCodeAt(start + 3));
      const slot = this.#slotOf(hash);
      if (this.#numbers[slot] !== -1) continue;
      this.#hashes[slot] = hash;
      this.#numbers[slot] = this.#size;
      this.#size += 1;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Occurrences of each 4-gram in the text, by number. */
  countIn(text: string): Uint16Array {
    const count = new Uint16Array(this.#size);
    const [beginnings, numbers] = [this.#beginnings, this.#numbers];
    // Treats the text as if it had a space at both ends; building such a string is slower.
    let first = SPACE;
    let second = text.charCodeAt(0);
    for (let at = 2; at <= text.length; at += 1) {
      const third = text.charCodeAt(at - 1);
      if (beginnings[beginningOf(first, second)] !== 0) {
        const fourth = at < text.length ? text.charCodeAt(at) : SPACE;
        const number = numbers[this.#slotOf(hashOf(first, second, third, fourth))] ?? -1;
        if (number >= 0) count[number]! += 1;
      }
      first = second;
      second = third;
    }
    return count;
  }

  /** The slot of the hash, or a free slot. The table is at most half full. */
  #slotOf(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    while (this.#numbers[slot] !== -1 && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

function beginningOf(first: number, second: number): number {
  return (Math.imul(first, 131) + second) & (BEGINNINGS - 1);
}

/** A 32-bit FNV-1a hash of the 4-gram. Collisions among a question's few dozen 4-grams are very rare. */
function hashOf(first: number, second: number, third: number, fourth: number): number {
  let hash = Math.imul(0x811c9dc5 ^ first, 0x01000193);
  hash = Math.imul(hash ^ second, 0x01000193);
  hash = Math.imul(hash ^ third, 0x01000193);
  return Math.imul(hash ^ fourth, 0x01000193);
}
