import type { CooperativeTask } from "../../text/cooperative-task.ts";

/** Number of occurrences of each stem in a sentence. */
export type SentenceVector = ReadonlyMap<string, number>;

const SENTENCES_PER_STEP = 50;

/** Returns the cosine similarity of two sentences, from 0 to 1. */
export function similarity(a: SentenceVector, b: SentenceVector): number {
  let dot = 0;
  for (const [term, count] of a) dot += count * (b.get(term) ?? 0);
  return dot === 0 ? 0 : dot / (lengthOf(a) * lengthOf(b));
}

/**
 * Scores sentences by their cosine similarity to the mean of all sentences. Rare words have a higher weight.
 * Linear in the number of words. (Radev et al., "Centroid-based summarization of multiple documents",
 * Information Processing & Management 40, 2004.)
 */
export function* centrality(vectors: readonly SentenceVector[]): CooperativeTask<number[]> {
  const weights = yield* inverseFrequencies(vectors);
  const lengths = vectors.map((vector) => lengthOf(vector, weights));
  const centre = new Map<string, number>();
  for (const [at, vector] of vectors.entries()) {
    for (const [term, count] of vector) {
      centre.set(term, (centre.get(term) ?? 0) + (count * (weights.get(term) ?? 1)) / (lengths[at] || 1));
    }
    if (at % SENTENCES_PER_STEP === 0) yield;
  }
  const centreLength = lengthOf(centre) || 1;
  return vectors.map((vector, at) => {
    let dot = 0;
    for (const [term, count] of vector) dot += count * (weights.get(term) ?? 1) * (centre.get(term) ?? 0);
    return dot / ((lengths[at] || 1) * centreLength);
  });
}

function* inverseFrequencies(vectors: readonly SentenceVector[]): CooperativeTask<Map<string, number>> {
  const holding = new Map<string, number>();
  for (const [at, vector] of vectors.entries()) {
    for (const term of vector.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
    if (at % SENTENCES_PER_STEP === 0) yield;
  }
  return new Map([...holding].map(([term, sentences]) => [term, Math.log(1 + vectors.length / sentences)]));
}

function lengthOf(vector: SentenceVector, weights?: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, count] of vector) sum += (count * (weights?.get(term) ?? 1)) ** 2;
  return Math.sqrt(sum);
}
