const FULL_MASS = 18;
const POWER = 3;

/**
 * How far words alone are to be believed, 0 to 1, by what the best passage has of the question (`passageMass`). By mass and not by share: no
 * passage says all of a long question, and yet words find it.
 */
export function evidenceOf(mass: number): number {
  return Math.min(1, mass / FULL_MASS) ** POWER;
}

/** What is known of a candidate, 0 to 1 each, `like` from -1. */
export interface Parts {
  /** Words, as without meaning. */
  readonly words: number;
  /** The share of the names and numbers that are asked about; 0 where there are none. */
  readonly names: number;
  /** The best sentence's share of what is asked, words that mean something alike in part. */
  readonly soft: number;
  /** The best sentence's likeness by its words. */
  readonly like: number;
  /** The best sentence's likeness as a sentence; null where that is not known. */
  readonly use: number | null;
}

/** Who says nothing of the name that is asked about mostly speaks of somebody else, however alike it sounds. */
const NAMES = 0.5;

export function scoreOf(evidence: number, { words, names, soft, like, use }: Parts): number {
  if (use === null) return evidence * (2 * words + 0.5 * soft) + (1 - evidence) * (soft + like + NAMES * names);
  return evidence * (2 * words + 0.5 * soft + 0.5 * use) + (1 - evidence) * (0.5 * soft + 0.5 * like + 2 * use + NAMES * names);
}

/** What the likeness of sentences counts in an answer, by their words and as sentences. */
export function likenessWeights(evidence: number): { like: number; use: number } {
  return { like: 2 * (1 - evidence), use: 1 + 3 * (1 - evidence) };
}
