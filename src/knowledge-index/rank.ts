import { gramScores } from "./gram-scores.ts";
import { centroidSimilarities } from "./centroid.ts";

/** What ranking needs to know of a candidate. `score` and `assetScore` are bm25, above 0; `words` are folded, one space between them. */
export interface Rankable {
  readonly score: number;
  readonly assetScore: number;
  readonly words: string;
}

/** How much each part adds to bm25; measured on eleven collections, the same weights for all. */
const GRAM_WEIGHT = 0.6;
const CENTROID_WEIGHT = 0.5;
const CENTROID_OF_BEST = 3;

/**
 * The candidates' final scores, in their order: bm25 (of chunk and document) divided by its maximum, the BM25 of character 4-grams divided by its
 * maximum, and the likeness to the best three together. Statistics come from the candidates alone.
 */
export function rankScores(queryWords: string, candidates: readonly Rankable[]): number[] {
  const words = shareOfMaximum(candidates.map(({ score, assetScore }) => score + assetScore));
  const texts = candidates.map((candidate) => candidate.words);
  const grams = shareOfMaximum(gramScores(queryWords, texts));
  const likeness = centroidSimilarities(texts, bestOf(words, CENTROID_OF_BEST));
  return words.map((share, i) => share + GRAM_WEIGHT * (grams[i] ?? 0) + CENTROID_WEIGHT * (likeness[i] ?? 0));
}

/** Positions of the highest scores, best first; of equal ones the earlier. */
export function bestOf(scores: readonly number[], count: number): number[] {
  const order = scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.slice(0, count);
}

function shareOfMaximum(scores: readonly number[]): number[] {
  const maximum = Math.max(...scores);
  return scores.map((score) => (maximum > 0 ? score / maximum : 0));
}
