/** Support of a citation, best first: the same words, all of the sentence in other words, or a part of it. */
export const SUPPORTS = ["quoted", "supports", "partial"] as const;
export type Support = (typeof SUPPORTS)[number];

/** Returns the weaker support. */
export function leastSupport(one: Support, other: Support): Support {
  return SUPPORTS.indexOf(one) > SUPPORTS.indexOf(other) ? one : other;
}

interface StoredSupport {
  /** "": unknown. */
  readonly support: Support | "";
  /** The sentence that paraphrases the quote. Empty when the answer contains the quote itself. */
  readonly said: string;
}

/** Support of a stored quote. Empty when unknown. */
export function knownSupport({ support, said }: StoredSupport): Support | "" {
  return support === "" && said === "" ? "quoted" : support;
}
