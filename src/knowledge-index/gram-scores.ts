const GRAM = 4;
const BEGINNINGS = 2 ** 14;
const SPACE = 32;
const K1 = 1.2;
const B = 0.75;

/**
 * BM25 over sequences of four characters (words and the spaces around them) of folded texts, with statistics of these texts alone:
 * finds inflections, compounds and misspellings that a stemmer keeps apart.
 */
export function gramScores(query: string, texts: readonly string[]): number[] {
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
 * The sequences of a question, each with a number, in a table of open addressing: a `Map` would make an object of each hash that it is asked for,
 * and takes twice as long.
 */
class WantedGrams {
  /** Few of a text's sequences are the question's: how they begin tells most others before they are hashed. */
  readonly #beginnings = new Uint8Array(BEGINNINGS);
  readonly #hashes: Int32Array;
  /** -1: free. */
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

  /** How often each stands in the text, by its number. */
  countIn(text: string): Uint16Array {
    const count = new Uint16Array(this.#size);
    const [beginnings, numbers] = [this.#beginnings, this.#numbers];
    // With the spaces before and behind it, which a string with them added to it would be slower to read for.
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

  /** Where the hash is, or would be. At most half of the table is taken. */
  #slotOf(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    while (this.#numbers[slot] !== -1 && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

function beginningOf(first: number, second: number): number {
  return (Math.imul(first, 131) + second) & (BEGINNINGS - 1);
}

/** A 32-bit FNV-1a hash of the sequence: two of a question's few dozen hardly ever share one. */
function hashOf(first: number, second: number, third: number, fourth: number): number {
  let hash = Math.imul(0x811c9dc5 ^ first, 0x01000193);
  hash = Math.imul(hash ^ second, 0x01000193);
  hash = Math.imul(hash ^ third, 0x01000193);
  return Math.imul(hash ^ fourth, 0x01000193);
}
