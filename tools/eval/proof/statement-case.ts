import type { CitedSentence } from "../../../src/domain/verification/verification-request.ts";

/** What was done to a sentence that says what its source does. */
export const TRUE_KINDS = ["copied", "shortened", "reordered", "reworded", "respelled", "merged", "stated", "written"] as const;
export const FALSE_KINDS = ["number", "name", "swapped", "negated", "moved", "inserted", "joined", "written"] as const;
export type TrueKind = (typeof TRUE_KINDS)[number];
export type FalseKind = (typeof FALSE_KINDS)[number];

/** A sentence of an answer, what it cites, and whether that says it. */
export interface StatementCase {
  readonly set: string;
  /** Documents of one group are fitted or judged together. */
  readonly group: string;
  readonly isTrue: boolean;
  readonly kind: TrueKind | FalseKind;
  readonly sentence: string;
  readonly question: string;
  readonly cited: readonly CitedSentence[];
  /** All that the writer was given: the sentences of its document. */
  readonly given: readonly string[];
}
