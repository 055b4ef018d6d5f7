/**
 * Levels of support by a citation, best first: the same words, the whole sentence in other words, or a part
 * of the sentence.
 */
export const SUPPORT_LEVELS = ["quoted", "supports", "partial"] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** Returns the weaker of two support levels. */
export function weakestSupportLevel(one: SupportLevel, other: SupportLevel): SupportLevel {
  return SUPPORT_LEVELS.indexOf(one) > SUPPORT_LEVELS.indexOf(other) ? one : other;
}

interface StoredSupport {
  /** Support level. Empty if unknown. */
  readonly support: SupportLevel | "";
  /** Sentence of the answer that paraphrases the quote. Empty if the answer contains the quote itself. */
  readonly said: string;
}

/** Returns the support level of a stored quote. Empty if unknown. */
export function storedSupportLevel({ support, said }: StoredSupport): SupportLevel | "" {
  return support === "" && said === "" ? "quoted" : support;
}
