import type { Semantic } from "../../../semantic/semantic-api.ts";
import { similarityWeights, type ScoreParts } from "./hybrid-score.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { AnalyzedQuestion } from "../analyze-question.ts";
import { passageSentences } from "../../vectors/passage-sentences.ts";
import { softCoverage } from "./soft-coverage.ts";
import type { WordMatcher } from "./word-matcher.ts";

/** Semantic scores of a candidate's sentences. */
export interface SemanticScores extends Omit<ScoreParts, "words" | "names"> {
  /**
   * Estimated similarity of the best sentence, if it has no sentence vector and other candidates have one.
   */
  readonly estimated: number | null;
  /** Word-vector similarity of each sentence; empty without word vectors. */
  readonly wordSimilarities: readonly number[];
  /** Similarity of each sentence, scaled to the common weight. */
  readonly similarities: readonly number[];
  /** For each question term, the similarity of the closest word, 0 to 1. */
  readonly termSimilarities: Float32Array;
}

/**
 * The common weight of sentence similarity. If any candidate has sentence vectors, their weight applies, else
 * the weight of word vectors.
 */
export function similarityWeight({ evidence, candidates, similaritiesOf }: CandidateSet): number {
  const { like, use } = similarityWeights(evidence);
  return candidates.some(({ row }) => similaritiesOf(row) !== null) ? use : like;
}

export async function semanticScores(
  semantic: Semantic,
  candidateSet: CandidateSet,
  question: AnalyzedQuestion,
  matches: WordMatcher,
): Promise<SemanticScores[]> {
  const texts = candidateSet.candidates.map(({ row }) =>
    passageSentences(candidateSet.rows.get(row)?.text ?? ""),
  );
  // With full lexical evidence, word similarity has no weight. The word table is English only.
  const byWords =
    candidateSet.evidence < 1 && question.near !== null && question.near.size > 0
      ? await semantic.similarities(question.query, texts.flat())
      : null;
  const [weight, { like: ownWeight }] = [
    similarityWeight(candidateSet),
    similarityWeights(candidateSet.evidence),
  ];
  let first = 0;
  const scored = texts.map((sentences, at): SemanticScores => {
    const { row = -1, title = "" } = candidateSet.candidates[at] ?? {};
    const like = byWords === null ? [] : [...byWords.subarray(first, first + sentences.length)];
    first += sentences.length;
    const use = candidateSet.similaritiesOf(row);
    const { shares, termSimilarities } = softCoverage(sentences, title, candidateSet.idf, matches);
    return {
      soft: Math.max(0, ...shares),
      termSimilarities,
      wordSimilarity: best(like),
      vectorSimilarity: use === null ? null : best(use),
      estimated: null,
      wordSimilarities: like,
      similarities: use ?? like.map((value) => (weight > 0 ? (value * ownWeight) / weight : 0)),
    };
  });
  return withEstimates(scored);
}

/** Slope of the estimate: sentence-vector similarity for each unit of word-vector similarity. */
const FOLLOWS = 0.5;

/**
 * Estimates the similarity of candidates whose vectors are still in the queue. The estimate uses the mean of
 * the known similarities and the word-vector similarity. Without the estimate, recent documents would always
 * rank last.
 */
function withEstimates(scored: readonly SemanticScores[]): SemanticScores[] {
  const known = scored.flatMap(({ vectorSimilarity, wordSimilarity }) =>
    vectorSimilarity === null ? [] : [vectorSimilarity - FOLLOWS * wordSimilarity],
  );
  if (known.length === 0 || known.length === scored.length) return [...scored];
  const usual = known.reduce((sum, value) => sum + value, 0) / known.length;
  return scored.map((each) => {
    if (each.vectorSimilarity !== null) return each;
    const expect = (like: number): number => usual + FOLLOWS * like;
    return {
      ...each,
      estimated: expect(each.wordSimilarity),
      similarities: each.wordSimilarities.map(expect),
    };
  });
}

function best(similarities: readonly number[]): number {
  return similarities.length === 0 ? 0 : Math.max(...similarities);
}
