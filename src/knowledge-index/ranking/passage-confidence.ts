import type { QueryTerm } from "../query/query-terms.ts";
import type { TermStatistics } from "../query/term-statistics.ts";

const K1 = 1.2;
const B = 0.75;
/** Minimum index size in the idf formula. In a small index all words look rare. */
const MIN_CHUNKS = 100;

/** @param relativeLength the passage's length divided by the mean length */
interface Held {
  /** Occurrences of a term in the passage; a fraction if only similar words occur. */
  readonly count: (term: QueryTerm, at: number) => number;
  readonly relativeLength: number;
}

/** The BM25 idf of a term. */
export function inverseDocumentFrequency(statistics: TermStatistics, { stem }: QueryTerm): number {
  const chunks = Math.max(statistics.chunks, MIN_CHUNKS);
  const holding = statistics.holding.get(stem) ?? 0;
  return Math.log(1 + (chunks - holding + 0.5) / (holding + 0.5));
}

/** BM25 of a passage, with the idf of an index of at least 100 chunks. */
export function bm25Sum(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  { count, relativeLength }: Held,
): number {
  const norm = K1 * (1 - B + B * relativeLength);
  let reached = 0;
  for (const [at, term] of terms.entries()) {
    const times = count(term, at);
    reached += (inverseDocumentFrequency(statistics, term) * times * (K1 + 1)) / (times + norm);
  }
  return reached;
}

/**
 * BM25 of a passage divided by the sum of the query's idf, at most 1. It is the proportion of the query that
 * the passage covers; rare words count more.
 */
export function passageConfidence(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  held: Held,
): number {
  const ideal = terms.reduce((sum, term) => sum + inverseDocumentFrequency(statistics, term), 0);
  return ideal > 0 ? Math.min(1, bm25Sum(terms, statistics, held) / ideal) : 0;
}
