/**
 * Subword tokenizer: finds the most probable segmentation under a unigram model (T. Kudo, "Subword
 * regularization", 2018, section 3.2) with Viterbi's algorithm. Linear in the text.
 */
const SPACE = "▁";
const UNKNOWN = 0;
/** Number of special tokens at the beginning of the vocabulary. */
const MARKS = 6;
/** Log-probability penalty of an unknown character, relative to the rarest token. */
const UNKNOWN_PENALTY = 10;
const MAX_UNITS = 2_000;

export class SubwordTokenizer {
  readonly #known = new Map<string, { readonly id: number; readonly score: number }>();
  readonly #longest: number;
  readonly #unknownScore: number;

  /** @param vocabulary the entries, separated by spaces: token, tab, log probability */
  constructor(vocabulary: string) {
    let [longest, worst] = [1, 0];
    for (const [id, entry] of vocabulary.trimEnd().split(" ").entries()) {
      if (id < MARKS) continue;
      const [piece = "", likelihood = "0"] = entry.split("\t");
      const score = Number(likelihood);
      if (!this.#known.has(piece)) this.#known.set(piece, { id, score });
      longest = Math.max(longest, piece.length);
      worst = Math.min(worst, score);
    }
    this.#longest = longest;
    this.#unknownScore = worst - UNKNOWN_PENALTY;
  }

  /** The token ids in order. Adjacent unknown characters become one token. A long text is truncated. */
  tokenize(text: string): number[] {
    const written = text
      .slice(0, MAX_UNITS)
      .normalize("NFKC")
      .slice(0, MAX_UNITS)
      .trim()
      .replaceAll(/\s+/g, SPACE);
    if (written === "") return [];
    const { ids, starts } = this.#bestWay(SPACE + written);
    const found: number[] = [];
    for (let end = written.length + 1; end > 0; end = starts[end] ?? 0) {
      const id = ids[end] ?? UNKNOWN;
      if (id !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(id);
    }
    return found.toReversed();
  }

  /** For each end position, the best last token and its start. */
  #bestWay(text: string): { readonly ids: Int32Array; readonly starts: Int32Array } {
    const [ids, starts] = [new Int32Array(text.length + 1), new Int32Array(text.length + 1)];
    const best = new Float64Array(text.length + 1).fill(-Infinity);
    best[0] = 0;
    const offer = (start: number, end: number, id: number, score: number): void => {
      if (score <= (best[end] ?? 0)) return;
      best[end] = score;
      ids[end] = id;
      starts[end] = start;
    };
    for (let start = 0; start < text.length; start += 1) {
      const before = best[start] ?? -Infinity;
      if (before === -Infinity) continue;
      const character = (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
      offer(start, start + character, UNKNOWN, before + this.#unknownScore);
      for (let end = start + 1; end <= Math.min(text.length, start + this.#longest); end += 1) {
        const piece = this.#known.get(text.slice(start, end));
        if (piece !== undefined) offer(start, end, piece.id, before + piece.score);
      }
    }
    return { ids, starts };
  }
}
