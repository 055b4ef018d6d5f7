import * as z from "zod";

/**
 * The support of a sentence by the documents, strongest first. `quoted`: the same words. `supported`: the same
 * statement in other words. `unverified`: no source, or nobody can tell. `contradicted`: a figure, a name or
 * the statement differs from the source.
 */
export const SUPPORTS = ["quoted", "supported", "unverified", "contradicted"] as const;
export type Support = (typeof SUPPORTS)[number];

/**
 * The reason for a support that the words alone do not show. `computed`: cited figures give the figure.
 * `inherited`: the citation stands at the end of the paragraph or list. `verifier`: a model judged.
 * `instruction`: the source is a comment, or gives an order to assistants. The other reasons name the failed check.
 */
export const SUPPORT_REASONS = [
  "",
  "computed",
  "inherited",
  "no_source",
  "figure",
  "name",
  "quoted_words",
  "contrary",
  "not_covered",
  "verifier",
  "instruction",
] as const;
export type SupportReason = (typeof SUPPORT_REASONS)[number];

/** True if a reader should look at the source. */
export const isDoubtful = (support: Support | ""): boolean =>
  support === "unverified" || support === "contradicted";

/** Returns the weaker of two supports. */
export function weakestSupport(one: Support, other: Support): Support {
  return SUPPORTS.indexOf(one) > SUPPORTS.indexOf(other) ? one : other;
}

interface StoredSupport {
  /** Empty if unknown. */
  readonly support: Support | "";
  /** Sentence of the answer that paraphrases the quote. Empty if the answer contains the quote itself. */
  readonly said: string;
}

/** Returns the support of a stored quote. Empty if unknown. */
export function storedSupport({ support, said }: StoredSupport): Support | "" {
  return support === "" && said === "" ? "quoted" : support;
}

/**
 * A marked part of an answer: a sentence, a list item, a table row or a code block. Offsets count UTF-16 code
 * units of the answer's text, `end` exclusive.
 */
export const answerSentence = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  support: z.enum(SUPPORTS),
  /** Ordinals of the citations that the mark rests on. */
  ordinals: z.array(z.int().min(1)),
  reason: z.enum(SUPPORT_REASONS),
});
export type AnswerSentence = Readonly<z.output<typeof answerSentence>>;

/** @param stored JSON list in D1 */
export const parseSentences = (stored: string): AnswerSentence[] => JSON.parse(stored) as AnswerSentence[];
