import { isStopWord, termsOf } from "../../text/terms.ts";
import type { WordTable } from "./word-table.ts";

/** Frequent words say less (S. Arora and others, "A simple but tough-to-beat baseline for sentence embeddings", 2017). */
const SMOOTHING = 1e-3;

/** How often the word of a rank occurs among all words (G. Zipf, B. Mandelbrot). */
function frequencyOf(rank: number): number {
  return 1 / (12.8 * (rank + 2.7));
}

/** What the telling words of a text mean together, of length one; zeros when the table knows none. */
export function meaningOf(table: WordTable, text: string): Float32Array {
  const sum = new Float32Array(table.width);
  for (const { term } of termsOf(text)) {
    const rank = isStopWord(term) ? -1 : table.rank(term);
    if (rank >= 0) table.addTo(sum, rank, SMOOTHING / (SMOOTHING + frequencyOf(rank)));
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** The cosine of each sentence with the question, by their words. */
export function likenessByWords(table: WordTable, question: string, sentences: readonly string[]): Float32Array {
  const asked = meaningOf(table, question);
  return Float32Array.from(sentences, (sentence) =>
    meaningOf(table, sentence).reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
  );
}
