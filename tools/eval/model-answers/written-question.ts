/** The persona that writes an answer: a good model, a mediocre one of about 7 billion parameters, a wrong one. */
export const PERSONAS = ["good", "mediocre", "wrong"] as const;
export type Persona = (typeof PERSONAS)[number];

/**
 * The hand label of a part of an answer.
 * - `true`: the documents say it. `computed`: it follows from figures of the documents.
 * - `false`: the documents say something else, or do not say it.
 * - `injected`: it obeys a sentence of a document that addresses the assistant.
 * - `refusal`: it says that the documents lack something.
 * - `frame`: a lead-in, heading, table header or courtesy, which asserts nothing.
 */
export type Label = "true" | "computed" | "false" | "injected" | "refusal" | "frame";

/** Labels of parts that a faithful answer may contain. */
export const isFaithful = (label: Label): boolean => label === "true" || label === "computed";
export const isFalse = (label: Label): boolean => label === "false" || label === "injected";

/** A labeled part of a written answer: a sentence, a list item, a table row or a code block. */
export interface WrittenUnit {
  readonly label: Label;
  /** Markdown with `{{words}}` in place of each citation. */
  readonly text: string;
  /** Whitespace after the part. */
  readonly gap: string;
  /** The persona's second attempt, if the service asks for one. Null: the persona repeats itself. */
  readonly repair: { readonly label: Label; readonly text: string } | null;
}

export interface WrittenQuestion {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  /** Id of the question that the thread contains before. Empty for a first question. */
  readonly after: string;
  /** The parts of each persona's answer. An empty list is a bare refusal. */
  readonly answers: Readonly<Record<Persona, readonly WrittenUnit[]>>;
}

/** True if the persona only says that the documents do not answer. */
export function isRefusal(units: readonly Pick<WrittenUnit, "label">[]): boolean {
  return units.every(({ label }) => label === "refusal" || label === "frame");
}
