import type { CitedSentence } from "../../../src/answering/verification/mark-request.ts";

/** A sentence of an answer with its citations and the annotators' judgment. */
export interface AttributedSentence {
  /** Sentences on one source belong to the same half: development or report. */
  readonly group: string;
  /** The annotators' label in the set's own words. */
  readonly label: string;
  /** Null if the set treats the label as neither; such sentences are listed and excluded from the totals. */
  readonly isSupported: boolean | null;
  readonly sentence: string;
  readonly question: string;
  readonly cited: readonly CitedSentence[];
  /** The whole context of the writer. */
  readonly given: readonly string[];
}

/** Texts of a set's files by path in its repository. */
export type SetFiles = ReadonlyMap<string, string>;
