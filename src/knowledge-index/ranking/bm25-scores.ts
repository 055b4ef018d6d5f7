import { charNgramScores } from "./char-ngram-scores.ts";
import { centroidSimilarities } from "./centroid-similarities.ts";

/**
 * The input of ranking. `score` and `assetScore` are BM25 scores above 0; `words` are normalized and
 * separated by single spaces.
 */
export interface Rankable {
  readonly score: number;
  readonly assetScore: number;
  readonly words: string;
}

/**
 * Weights relative to BM25. They were measured on eleven collections; one set applies to all organizations.
 */
const GRAM_WEIGHT = 0.6;
const CENTROID_WEIGHT = 0.5;
const CENTROID_OF_BEST = 3;

/**
 * The final scores of the candidates, in order. The score is the sum of three parts: BM25 (chunk and
 * document) and 4-gram BM25, each divided by its maximum, and similarity to the centroid of the best three.
 * All statistics come from the candidates.
 */
export function bm25Scores(queryWords: string, candidates: readonly Rankable[]): number[] {
  const words = shareOfMaximum(candidates.map(({ score, assetScore }) => score + assetScore));
  const texts = candidates.map((candidate) => candidate.words);
  const grams = shareOfMaximum(charNgramScores(queryWords, texts));
  const likeness = centroidSimilarities(texts, topIndexes(words, CENTROID_OF_BEST));
  return words.map(
    (share, i) => share + GRAM_WEIGHT * (grams[i] ?? 0) + CENTROID_WEIGHT * (likeness[i] ?? 0),
  );
}

/** Indexes of the highest scores, best first. For equal scores the earlier index comes first. */
export function topIndexes(scores: readonly number[], count: number): number[] {
  const order = scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.slice(0, count);
}

function shareOfMaximum(scores: readonly number[]): number[] {
  const maximum = Math.max(...scores);
  return scores.map((score) => (maximum > 0 ? score / maximum : 0));
}
