import type { CitedSentence } from "../../../src/domain/verification/verification-request.ts";

/** A sentence of somebody's answer, what it cites, and what people found when they compared it with the sources. */
export interface AttributedSentence {
  /** Sentences over one source are looked at, or reported, together. */
  readonly group: string;
  /** What the set calls what people found. */
  readonly label: string;
  /** Null: neither, by the set's own words; it is told and counts in no sum. */
  readonly isSupported: boolean | null;
  readonly sentence: string;
  readonly question: string;
  readonly cited: readonly CitedSentence[];
  /** All that the writer was given. */
  readonly given: readonly string[];
}

/** Texts of a set's files, by their paths in its repository. */
export type SetFiles = ReadonlyMap<string, string>;
