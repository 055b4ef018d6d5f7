/** How a cited sentence stands to what cites it, the best first: the same words, all of it in other words, a part of it. */
export const SUPPORTS = ["quoted", "supports", "partial"] as const;
export type Support = (typeof SUPPORTS)[number];

/** The one that says least. */
export function leastSupport(one: Support, other: Support): Support {
  return SUPPORTS.indexOf(one) > SUPPORTS.indexOf(other) ? one : other;
}

interface StoredSupport {
  /** "": unknown. */
  readonly support: Support | "";
  /** What says the quote in other words; "": the answer has the quote itself. */
  readonly said: string;
}

/** How a quote stands to what cites it; "": nobody knows. */
export function knownSupport({ support, said }: StoredSupport): Support | "" {
  return support === "" && said === "" ? "quoted" : support;
}
