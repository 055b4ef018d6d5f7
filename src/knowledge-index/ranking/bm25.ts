import type { QueryTerm } from "../query/query-terms.ts";
import type { TermStatistics } from "../query/term-statistics.ts";

const K1 = 1.2;
const B = 0.75;
/** Minimum index size in the idf formula. In a small index all words look rare. */
const MIN_CHUNKS = 100;

/** The BM25 idf of a term. */
export function inverseDocumentFrequency(statistics: TermStatistics, { stem }: QueryTerm): number {
  const chunks = Math.max(statistics.chunks, MIN_CHUNKS);
  const holding = statistics.holding.get(stem) ?? 0;
  return Math.log(1 + (chunks - holding + 0.5) / (holding + 0.5));
}

/**
 * BM25 of a passage divided by the ideal: the BM25 of a passage that repeats every term without end. The
 * share is comparable between questions, 0 to 1.
 * @param count occurrences of a term in the passage
 * @param relativeLength the passage's length divided by the mean length
 */
export function bm25Share(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  count: (term: QueryTerm) => number,
  relativeLength: number,
): number {
  const norm = K1 * (1 - B + B * relativeLength);
  let [reached, ideal] = [0, 0];
  for (const term of terms) {
    const idf = inverseDocumentFrequency(statistics, term);
    const times = count(term);
    reached += (idf * times) / (times + norm);
    ideal += idf;
  }
  return ideal > 0 ? reached / ideal : 0;
}
