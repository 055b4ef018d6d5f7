import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Returns the inverse document frequency of each key among the sentences. Omits keys without a match. */
export function idfWeights(
  keys: Iterable<string>,
  sentences: readonly SentenceCandidate[],
  holds: (sentence: SentenceCandidate, key: string) => boolean,
) {
  const weights = new Map<string, number>();
  for (const key of keys) {
    let holding = 0;
    for (const sentence of sentences) if (holds(sentence, key)) holding += 1;
    if (holding > 0) weights.set(key, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)));
  }
  return weights;
}

export function sumOf(weights: ReadonlyMap<string, number>, counts: (key: string) => boolean): number {
  let sum = 0;
  for (const [key, weight] of weights) if (counts(key)) sum += weight;
  return sum;
}

export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
