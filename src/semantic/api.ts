/** The semantic interface of the service. */

/** A semantically similar word. */
export interface Neighbor {
  /** Normalized. */
  readonly word: string;
  /** At least 0.4. */
  readonly cosine: number;
}

/**
 * Word and sentence similarity without a language model. Every call returns null if the model is off, not
 * deployed, failing or slow; callers then use words alone. English only, because false friends mislead in
 * other languages.
 */
export interface Semantic {
  /**
   * The encoder's name and version: vectors of different encoders are not comparable. Empty: `encode` always
   * returns null.
   */
  readonly encoder: string;
  /**
   * The similar words of each word, the most similar first. Unknown words are missing in the map.
   * @param words normalized; at most 64
   * @param limit at most 1,000, more than any word has
   */
  nearestWords(words: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly Neighbor[]> | null>;
  /**
   * The word-vector cosine of each sentence with the question. At most 4,000 sentences, the first 2,000
   * characters of each.
   */
  similarities(question: string, sentences: readonly string[]): Promise<Float32Array | null>;
  /**
   * A vector of 64 bytes for each sentence; zeros for empty sentences. At most 32 sentences, which take about
   * 0.5 s.
   */
  encode(sentences: readonly string[]): Promise<readonly Int8Array[] | null>;
}

/** The value of a similar word, where the same word has 1. */
export function matchValue(cosine: number): number {
  return cosine < 0.4 ? 0 : 0.8 * cosine;
}
