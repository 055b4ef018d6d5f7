/** Support of a citation, best first: the same words, all of the sentence in other words, or a part of it. */
export const SUPPORT_LEVELS = ["quoted", "supports", "partial"] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** Returns the weaker support. */
export function weakestSupportLevel(one: SupportLevel, other: SupportLevel): SupportLevel {
  return SUPPORT_LEVELS.indexOf(one) > SUPPORT_LEVELS.indexOf(other) ? one : other;
}

interface StoredSupport {
  /** "": unknown. */
  readonly support: SupportLevel | "";
  /** The sentence that paraphrases the quote. Empty when the answer contains the quote itself. */
  readonly said: string;
}

/** Support of a stored quote. Empty when unknown. */
export function storedSupportLevel({ support, said }: StoredSupport): SupportLevel | "" {
  return support === "" && said === "" ? "quoted" : support;
}
