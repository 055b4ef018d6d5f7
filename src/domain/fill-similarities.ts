/** One of several texts that compete as answers to a question. */
export interface Competitor {
  /** Share of the question's words, 0 to 1. */
  readonly words: number;
  /** Similarity with the question; null while the text waits for its vectors. */
  readonly similarity: number | null;
}

/**
 * Deviations by which the similarity of a text with all words exceeds the mean. With vectors for 20, 50 or
 * 80 % of the passages of three sets, acc@1 stays at least as high as by words alone.
 */
const DEVIATIONS_PER_SHARE = 16;

/**
 * Estimates missing similarities, so that a new text does not rank behind all texts with vectors. The more of
 * the question's words a text has, the higher the estimate, up to the best known similarity: the best text by
 * words then stays among the best.
 * @returns one similarity for each text, in order; null if no text has vectors
 */
export function fillSimilarities(texts: readonly Competitor[]): readonly number[] | null {
  const known = texts.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
  if (known.length === 0) return null;
  const usual = mean(known);
  const deviation = Math.sqrt(mean(known.map((each) => (each - usual) ** 2)));
  const best = known.reduce((most, each) => Math.max(most, each));
  return texts.map(
    ({ words, similarity }) => similarity ?? Math.min(best, usual + DEVIATIONS_PER_SHARE * words * deviation),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
