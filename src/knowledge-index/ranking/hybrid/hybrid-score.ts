const FULL_MASS = 18;
const POWER = 3;

/**
 * The trust in lexical matches, 0 to 1, from the best BM25 sum (`bm25Sum`). It uses the sum, not the
 * share: no passage covers all of a long question, yet BM25 finds it.
 */
export function lexicalEvidence(mass: number): number {
  return Math.min(1, mass / FULL_MASS) ** POWER;
}

/** The scores of a candidate, 0 to 1 each; `like` begins at -1. */
export interface ScoreParts {
  /** The lexical score. */
  readonly words: number;
  /** The share of the question's names and numbers; 0 if there are none. */
  readonly names: number;
  /** Share of the question that the best sentence covers; similar words count in part. */
  readonly soft: number;
  /** Word-vector similarity of the best sentence. */
  readonly wordSimilarity: number;
  /** Sentence-vector similarity of the best sentence; null without sentence vectors. */
  readonly vectorSimilarity: number | null;
}

/**
 * Weight of names: a passage that lacks the asked name is mostly about somebody else, however similar it is.
 */
const NAMES = 0.5;

export function hybridScore(evidence: number, { words, names, soft, wordSimilarity: like, vectorSimilarity: use }: ScoreParts): number {
  if (use === null) return evidence * (2 * words + 0.5 * soft) + (1 - evidence) * (soft + like + NAMES * names);
  return evidence * (2 * words + 0.5 * soft + 0.5 * use) + (1 - evidence) * (0.5 * soft + 0.5 * like + 2 * use + NAMES * names);
}

/** The weight of sentence similarity in the answer's ranking, by word vectors and by sentence vectors. */
export function similarityWeights(evidence: number): { like: number; use: number } {
  return { like: 2 * (1 - evidence), use: 1 + 3 * (1 - evidence) };
}
