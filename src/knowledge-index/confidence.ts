import type { QueryTerm } from "./query-words.ts";
import type { TermStatistics } from "./term-statistics.ts";

const K1 = 1.2;
const B = 0.75;
/** A small index cannot tell common words from rare ones: it is taken as part of one of this size. */
const LEAST_CHUNKS = 100;

/**
 * BM25 of a passage divided by the sum of the query's idf, at most 1: how much of what was asked stands in it, rare words counting most.
 * @param count how often the passage holds a term @param relativeLength the passage's length divided by the mean length
 */
export function passageConfidence(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  { count, relativeLength }: { count: (term: QueryTerm) => number; relativeLength: number },
): number {
  const chunks = Math.max(statistics.chunks, LEAST_CHUNKS);
  const norm = K1 * (1 - B + B * relativeLength);
  let ideal = 0;
  let reached = 0;
  for (const term of terms) {
    const holding = statistics.holding.get(term.stem) ?? 0;
    const idf = Math.log(1 + (chunks - holding + 0.5) / (holding + 0.5));
    const times = count(term);
    ideal += idf;
    reached += (idf * times * (K1 + 1)) / (times + norm);
  }
  return ideal > 0 ? Math.min(1, reached / ideal) : 0;
}
