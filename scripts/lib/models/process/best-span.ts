export interface Span {
  /** First token, counted from the start of the passage. */
  readonly first: number;
  /** Last token, inclusive. */
  readonly last: number;
  /** Sum of the logits of both ends. */
  readonly score: number;
}

/**
 * Finds the span with the highest sum of start and end logits.
 * @param logits start and end of each token in turn
 * @param from first token of the passage
 * @param to end of the passage, exclusive
 * @returns null for an empty passage
 */
export function bestSpan(logits: Float32Array, from: number, to: number, maxTokens: number): Span | null {
  let best: Span | null = null;
  for (let first = from; first < to; first += 1) {
    const start = logits[2 * first] ?? -Infinity;
    for (let last = first; last < Math.min(to, first + maxTokens); last += 1) {
      const score = start + (logits[2 * last + 1] ?? -Infinity);
      if (best === null || score > best.score) best = { first: first - from, last: last - from, score };
    }
  }
  return best;
}
