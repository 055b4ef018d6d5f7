import type { CitedSentence } from "../../../src/answering/verification/mark-request.ts";

/** Transformations that preserve the meaning of the source. */
export const TRUE_KINDS = [
  "copied",
  "shortened",
  "reordered",
  "reworded",
  "respelled",
  "merged",
  "stated",
  "written",
] as const;
export const FALSE_KINDS = [
  "number",
  "name",
  "swapped",
  "negated",
  "moved",
  "inserted",
  "joined",
  "written",
] as const;
export type TrueKind = (typeof TRUE_KINDS)[number];
export type FalseKind = (typeof FALSE_KINDS)[number];

/** A sentence of an answer, its citations, and the expected result of the verification. */
export interface StatementCase {
  readonly set: string;
  /** Documents of one group belong to the same half. */
  readonly group: string;
  readonly isTrue: boolean;
  readonly kind: TrueKind | FalseKind;
  readonly sentence: string;
  readonly question: string;
  readonly cited: readonly CitedSentence[];
  /** The writer's whole context: the sentences of its document. */
  readonly given: readonly string[];
}
