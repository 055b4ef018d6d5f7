import type { CooperativeTask } from "../../../text/cooperative-task.ts";

/**
 * The filter sets one bit per word and one per pair of adjacent words. It takes 1 MiB for a text of any
 * length.
 */
const SKETCH_BITS = 1 << 23;
const SLICE_CHARS = 16 * 1024;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A Bloom filter of the words in a text and of their adjacent pairs. It may report a lost word as present,
 * but never a present word as lost.
 */
export class WordSketch {
  readonly #bits = new Uint32Array(SKETCH_BITS / 32);

  *addAll(text: string): CooperativeTask<void> {
    for (let at = 0; at < text.length; at += SLICE_CHARS) {
      this.add(text.slice(at, at + SLICE_CHARS));
      yield;
    }
  }

  add(text: string): void {
    let before = 0;
    for (const hash of wordHashes(text)) {
      this.#set(hash);
      if (before !== 0) this.#set(pairOf(before, hash));
      before = hash;
    }
  }

  /**
   * Counts the words of a piece. A word is lost if it is adjacent to neither of its neighbors in the text.
   * The word of a one-word piece is lost if the text does not contain it.
   */
  compare(piece: string): { readonly words: number; readonly lost: number } {
    let [words, lost, before, isBesideLast] = [0, 0, 0, false];
    for (const hash of wordHashes(piece)) {
      const isBeside = before !== 0 && this.#has(pairOf(before, hash));
      if (words > 0 && !isBesideLast && !isBeside) lost += 1;
      [words, before, isBesideLast] = [words + 1, hash, isBeside];
    }
    if (words > 0 && !(words === 1 ? this.#has(before) : isBesideLast)) lost += 1;
    return { words, lost };
  }

  #set(hash: number): void {
    const bit = hash & (SKETCH_BITS - 1);
    this.#bits[bit >>> 5]! |= 1 << (bit & 31);
  }

  #has(hash: number): boolean {
    const bit = hash & (SKETCH_BITS - 1);
    return ((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}

function pairOf(first: number, second: number): number {
  return mixed(Math.imul(first, 31) + second);
}

function mixed(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (half ^ (half >>> 15)) >>> 0;
}

/**
 * Hashes each word regardless of case, width and soft hyphens. In scripts without spaces, each character
 * counts as a word.
 */
function* wordHashes(text: string): Generator<number> {
  const plain = text.normalize("NFKC").toLowerCase();
  let hash = SEED;
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === "ignored") continue;
    if (kind !== "letter" && hash !== SEED) {
      yield mixed(hash) || 1;
      hash = SEED;
    }
    if (kind === "letter") hash = Math.imul(hash ^ code, PRIME);
    else if (kind === "alone") yield mixed(Math.imul(SEED ^ code, PRIME)) || 1;
  }
  if (hash !== SEED) yield mixed(hash) || 1;
}

/** Classifies a code unit. Symbols beyond ASCII count as words of their own. */
function kindOf(code: number): "letter" | "alone" | "ignored" | "gap" {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? "letter" : "gap";
  if (code === 0xad || code === 0xfeff || (code >= 0x200b && code <= 0x200f)) return "ignored";
  if (
    code <= 0xbf ||
    code === 0xd7 ||
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f)
  )
    return "gap";
  if ((code >= 0xe000 && code <= 0xf8ff) || code === 0xfffd) return "gap";
  return (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x2e80 && code <= 0x9fff) ? "alone" : "letter";
}
