/** The semantic interface of the service. */

/** A semantically similar word. */
export interface Neighbor {
  /** The normalized word. */
  readonly word: string;
  /** Cosine similarity, at least 0.4. */
  readonly cosine: number;
}

/**
 * Word and sentence similarity without a language model. Every call returns null if the model is off, not
 * deployed, failing or slow; callers then rely on words alone. The model is English only, because false
 * friends mislead in other languages.
 */
export interface Semantic {
  /**
   * The encoder's name and version, because vectors of different encoders are not comparable. Empty if
   * `encode` always returns null.
   */
  readonly encoder: string;
  /**
   * The similar words of each word, the most similar first. The map omits unknown words.
   * @param words normalized; at most 64
   * @param limit at most 1,000, more than any word has
   */
  nearestWords(
    words: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly Neighbor[]> | null>;
  /**
   * The word-vector cosine of each sentence with the question. Accepts at most 4,000 sentences and reads the
   * first 2,000 characters of each.
   */
  similarities(question: string, sentences: readonly string[]): Promise<Float32Array | null>;
  /**
   * Encodes each sentence as a vector of 64 bytes; zeros for empty sentences. Accepts at most 32 sentences,
   * which take about 0.5 s.
   */
  encode(sentences: readonly string[]): Promise<readonly Int8Array[] | null>;
}

/** The value of a similar word, on a scale where the identical word has 1. */
export function matchValue(cosine: number): number {
  return cosine < 0.4 ? 0 : 0.8 * cosine;
}
