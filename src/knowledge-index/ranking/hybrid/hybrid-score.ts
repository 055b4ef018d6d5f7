const FULL_MASS = 18;
const POWER = 3;

/**
 * How reliable the lexical matches are, 0 to 1, from the best BM25 sum (`bm25Sum`). The sum is better than a
 * proportion of the question: no passage covers all of a long question, yet BM25 finds the passage.
 */
export function lexicalEvidence(mass: number): number {
  return Math.min(1, mass / FULL_MASS) ** POWER;
}

/** The scores of a candidate, 0 to 1 each; `like` starts at -1. */
export interface ScoreParts {
  /** The lexical score. */
  readonly words: number;
  /** Proportion of the question's names and numbers that the passage contains; 0 if the question has none. */
  readonly names: number;
  /** Proportion of the question that the best sentence covers; similar words count in part. */
  readonly soft: number;
  /** Word-vector similarity of the best sentence. */
  readonly wordSimilarity: number;
  /** Sentence-vector similarity of the best sentence; null without sentence vectors. */
  readonly vectorSimilarity: number | null;
}

/**
 * Weight of names. A passage without the name in the question is mostly about somebody else, however similar
 * it is.
 */
const NAMES = 0.5;

export function hybridScore(
  evidence: number,
  { words, names, soft, wordSimilarity: like, vectorSimilarity: use }: ScoreParts,
): number {
  if (use === null)
    return evidence * (2 * words + 0.5 * soft) + (1 - evidence) * (soft + like + NAMES * names);
  return (
    evidence * (2 * words + 0.5 * soft + 0.5 * use) +
    (1 - evidence) * (0.5 * soft + 0.5 * like + 2 * use + NAMES * names)
  );
}

/** The weights of sentence similarity in the ranking, for word vectors and for sentence vectors. */
export function similarityWeights(evidence: number): { like: number; use: number } {
  return { like: 2 * (1 - evidence), use: 1 + 3 * (1 - evidence) };
}
