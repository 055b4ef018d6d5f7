/**
 * Normalized discounted cumulative gain at `depth` as in trec_eval: the gain is the relevance itself.
 * @param ranked distinct documents, best first
 * @param relevance judged documents, all above 0
 */
export function ndcg(
  ranked: readonly string[],
  relevance: ReadonlyMap<string, number>,
  depth: number,
): number {
  const ideal = discounted([...relevance.values()].toSorted((a, b) => b - a).slice(0, depth));
  return ideal === 0 ? 0 : discounted(ranked.slice(0, depth).map((id) => relevance.get(id) ?? 0)) / ideal;
}

/** The share of the relevant documents that are among the first `depth`. */
export function recall(
  ranked: readonly string[],
  relevance: ReadonlyMap<string, number>,
  depth: number,
): number {
  return relevance.size === 0
    ? 0
    : ranked.slice(0, depth).filter((id) => relevance.has(id)).length / relevance.size;
}

/** Whether a relevant document is among the first `depth`. */
export function hit(
  ranked: readonly string[],
  relevance: ReadonlyMap<string, number>,
  depth: number,
): boolean {
  return ranked.slice(0, depth).some((id) => relevance.has(id));
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}
