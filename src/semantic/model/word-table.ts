import type { Neighbor } from "../semantic-api.ts";
import { roundUp, SharedMemory } from "./multiply.ts";
import type { Tensors } from "./tensors.ts";

/** Number of table words in one matrix product, a multiple of 2. */
const BLOCK = 2_000;
/** Number of query words in one matrix product, a multiple of 4. */
const MAX_WORDS = 32;

/**
 * Word vectors of English, as bytes: GloVe (J. Pennington and others, 2014), retrofitted to WordNet. The
 * words are normalized and sorted by frequency.
 */
export class WordTable {
  readonly #words: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #rows: Int8Array;
  readonly #width: number;
  /** The vector length of each row. */
  readonly #lengths: Float32Array;
  readonly #memory: SharedMemory;
  readonly #places: { readonly columns: number; readonly rows: number; readonly sums: number };

  /**
   * @param words separated by spaces
   * @param kernel null selects plain JavaScript, which is slower
   */
  constructor(tensors: Tensors, words: string, kernel: WebAssembly.Module | null) {
    const { shape, values } = tensors.bytes("rows");
    const [count = 0, width = 0] = shape;
    this.#words = words.trimEnd().split(" ");
    this.#numbers = new Map(this.#words.map((word, at) => [word, at]));
    this.#width = width;
    const [rowBytes, sumBytes] = [MAX_WORDS * width * 2, MAX_WORDS * BLOCK * 4];
    this.#memory = new SharedMemory(roundUp(values.length) + roundUp(rowBytes) + roundUp(sumBytes), kernel);
    const columns = this.#memory.copy(values);
    this.#places = { columns, rows: this.#memory.allocate(rowBytes), sums: this.#memory.allocate(sumBytes) };
    this.#rows = new Int8Array(this.#memory.buffer, columns, values.length);
    this.#lengths = Float32Array.from({ length: count }, (_, row) =>
      lengthOf(this.#rows.subarray(row * width, (row + 1) * width)),
    );
  }

  /**
   * @param word normalized
   * @returns -1 if the table does not contain the word
   */
  rank(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  get width(): number {
    return this.#width;
  }

  /** Adds a word's unit vector, times a factor. */
  addTo(sum: Float32Array, rank: number, factor: number): void {
    const [start, scale] = [rank * this.#width, factor / (this.#lengths[rank] ?? 1)];
    for (let at = 0; at < this.#width; at += 1)
      sum[at] = (sum[at] ?? 0) + (this.#rows[start + at] ?? 0) * scale;
  }

  /**
   * The similar words of each word, the most similar first; null for a word outside the table.
   * @param words normalized
   * @param minimum the lowest cosine
   */
  nearest(words: readonly string[], limit: number, minimum: number): (Neighbor[] | null)[] {
    const found: (Neighbor[] | null)[] = words.map((word) => (this.rank(word) < 0 ? null : []));
    const known = [...found.keys()].filter((at) => found[at] !== null);
    for (let start = 0; start < known.length; start += MAX_WORDS) {
      const part = known.slice(start, start + MAX_WORDS);
      const ranks = part.map((at) => this.rank(words[at] ?? ""));
      for (const [at, near] of this.#near(ranks, minimum).entries()) {
        const sorted = near
          .toSorted((one, other) => other.cosine - one.cosine || one.rank - other.rank)
          .slice(0, limit);
        found[part[at] ?? 0] = sorted.map(({ rank, cosine }) => ({ word: this.#words[rank] ?? "", cosine }));
      }
    }
    return found;
  }

  #near(ranks: readonly number[], minimum: number): { rank: number; cosine: number }[][] {
    const { columns, rows, sums } = this.#places;
    const [width, height] = [this.#width, Math.ceil(ranks.length / 4) * 4];
    const input = new Int16Array(this.#memory.buffer, rows, height * width).fill(0);
    for (const [at, rank] of ranks.entries())
      input.set(this.#rows.subarray(rank * width, (rank + 1) * width), at * width);
    const near = ranks.map((): { rank: number; cosine: number }[] => []);
    const lengths = this.#lengths;
    for (let first = 0; first < this.#words.length; first += BLOCK) {
      const count = Math.min(BLOCK, this.#words.length - first);
      this.#memory.multiply(rows, height, columns + first * width, count, width, sums);
      const totals = new Int32Array(this.#memory.buffer, sums, height * count);
      for (const [row, rank] of ranks.entries()) {
        const own = lengths[rank] ?? 1;
        const least = minimum * own;
        for (let at = 0; at < count; at += 1) {
          const total = totals[row * count + at] ?? 0;
          const length = lengths[first + at] ?? 1;
          if (total < least * length || first + at === rank) continue;
          near[row]?.push({ rank: first + at, cosine: total / length / own });
        }
      }
    }
    return near;
  }
}

function lengthOf(row: Int8Array): number {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
}
