/** What the rest of the service knows of meaning. */

/** A word that means something like another. */
export interface Neighbour {
  /** Folded. */
  readonly word: string;
  /** At least .4. */
  readonly cosine: number;
}

/**
 * What English words and sentences mean, without a language model. Every call gives null when that cannot be told: switched off, not deployed,
 * failing or slow. Anyone who asks then continues by words alone. English only: false friends mislead in every other language.
 */
export interface Semantic {
  /** Which encoder makes the vectors: those of two do not compare. Empty: `encode` gives null for good. */
  readonly encoder: string;
  /**
   * For each word the table knows, what means something alike, the most alike first. Words that are not in the map are unknown.
   * @param words folded; at most 64 are looked up
   * @param limit at most 1,000 each: more than any word has
   */
  nearestWords(words: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly Neighbour[]> | null>;
  /** The cosine of each sentence with the question by the words of both; at most 4,000 sentences, of each the first 2,000 characters. */
  likeness(question: string, sentences: readonly string[]): Promise<Float32Array | null>;
  /** A vector of 64 bytes for each sentence, for `cosines`; zeros where there is nothing to encode. At most 32 sentences: half a second. */
  encode(sentences: readonly string[]): Promise<readonly Int8Array[] | null>;
}

/** What a cosine of two words is worth against the same word, which is worth 1. */
export function gain(cosine: number): number {
  return cosine < 0.4 ? 0 : 0.8 * cosine;
}
