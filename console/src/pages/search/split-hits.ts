/** Passages without a word of the query that a search shows at most. */
const MAX_CLOSE = 5;
/** Share of the best score below which such a passage is not worth showing. */
const CLOSE_ENOUGH = 0.8;

interface Ranked {
  readonly score: number;
  readonly matched: readonly string[];
}

/**
 * Separates the passages that have words of the query from those that are only close in meaning. A search by
 * meaning always finds a nearest passage, so only the best of them remain.
 * @param passages best first
 */
export function splitHits<T extends Ranked>(
  passages: readonly T[],
): { readonly withWords: readonly T[]; readonly close: readonly T[] } {
  const withWords = passages.filter(({ matched }) => matched.length > 0);
  const others = passages.filter(({ matched }) => matched.length === 0);
  const floor = (others[0]?.score ?? 0) * CLOSE_ENOUGH;
  return { withWords, close: others.filter(({ score }) => score >= floor).slice(0, MAX_CLOSE) };
}
