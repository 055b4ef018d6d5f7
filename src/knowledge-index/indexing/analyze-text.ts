import { indexForm } from "../../text/stemmer.ts";
import { termsOf } from "../../text/terms.ts";

const MAX_SUMMARY_CHARACTERS = 400_000;
/**
 * The document's words form one row, whose statement cannot be interrupted. 60,000 different words took 138
 * ms of CPU time, and 60,000 Chinese pairs 61 ms.
 */
const MAX_SUMMARY_WORDS = 30_000;
const MAX_REPEATS = 4;
const PAIR = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u;

/**
 * The normalized words of a text, separated by single spaces, as the index stores them. Tonal words also
 * appear without tones. After character pairs the last character follows alone, so that a query of one
 * character finds it as a word prefix.
 */
export function analyzeText(text: string): string {
  const words: string[] = [];
  const terms = termsOf(text);
  for (const [i, { term, toneless, start, end }] of terms.entries()) {
    words.push(indexForm(term));
    if (toneless !== undefined) words.push(toneless);
    if (!PAIR.test(term)) continue;
    const overlapsPrevious = i > 0 && (terms[i - 1]?.end ?? 0) > start;
    const overlapsNext = (terms[i + 1]?.start ?? end) < end;
    if (overlapsPrevious && !overlapsNext) words.push(Array.from(term).at(-1) ?? term);
  }
  return words.join(" ");
}

/**
 * The words of a whole document: each word at most four times, within the maximum row size. Words beyond that
 * size are dropped.
 */
export class DocumentWords {
  readonly #counts = new Map<string, number>();
  #size = 0;

  get #isFull(): boolean {
    return this.#size > MAX_SUMMARY_CHARACTERS || this.#counts.size >= MAX_SUMMARY_WORDS;
  }

  add(chunkWords: string): void {
    for (const word of chunkWords.split(" ")) {
      const count = this.#counts.get(word);
      if (count === undefined && this.#isFull) continue;
      if (count === undefined) this.#size += word.length + 1;
      if (count === undefined || count < MAX_REPEATS) this.#counts.set(word, (count ?? 0) + 1);
    }
  }

  toString(): string {
    const words: string[] = [];
    let size = 0;
    for (const [word, count] of this.#counts) {
      for (let i = 0; i < count; i += 1) words.push(word);
      size += (word.length + 1) * count;
      if (size > MAX_SUMMARY_CHARACTERS || words.length >= MAX_SUMMARY_WORDS) break;
    }
    return words.join(" ");
  }
}
