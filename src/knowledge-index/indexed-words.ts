import { stem, termsOf } from "../domain/text/terms.ts";

const MAX_SUMMARY_CHARACTERS = 400_000;
const MAX_REPEATS = 4;

/**
 * The folded words of a text, one space between them, as the index keeps them. Where a script has no spaces: its pairs of characters,
 * then the last character alone, so that a question of one character finds it as the beginning of a word.
 */
export function indexedWords(text: string): string {
  const words: string[] = [];
  const terms = termsOf(text);
  for (const [i, { term, start, end }] of terms.entries()) {
    words.push(term);
    const overlapsPrevious = i > 0 && (terms[i - 1]?.end ?? 0) > start;
    const overlapsNext = (terms[i + 1]?.start ?? end) < end;
    if (overlapsPrevious && !overlapsNext) words.push(Array.from(term).at(-1) ?? term);
  }
  return words.join(" ");
}

/** What stands for a whole document: each word of its chunks as often as it occurs, but at most four times, within the size that a row may have. */
export class DocumentWords {
  readonly #counts = new Map<string, number>();

  add(chunkWords: string): void {
    for (const word of chunkWords.split(" ")) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  toString(): string {
    const words: string[] = [];
    let size = 0;
    for (const [word, count] of this.#counts) {
      for (let i = 0; i < Math.min(count, MAX_REPEATS); i += 1) words.push(word);
      size += (word.length + 1) * Math.min(count, MAX_REPEATS);
      if (size > MAX_SUMMARY_CHARACTERS) break;
    }
    return words.join(" ");
  }
}

/** A memory of stems for as long as one search takes: the same words come again and again. */
export function stemmer(): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = stem(word)));
    return found;
  };
}
