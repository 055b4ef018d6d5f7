import { ProviderError } from "./provider-error.ts";

/** One passage, read for one question. Offsets are UTF-16 code units of the passage, `end` exclusive. */
export interface Reading {
  /** The words of the answer. Null if the model gives only a score (a reranker). */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Log-odds of the best span against "no span here"; 0 if `span` is null. */
  readonly margin: number;
  /** Probability that the passage answers the question, 0 to 1. */
  readonly probability: number;
}

/** Reads a question and a passage together and finds the words that answer. */
export interface Reader {
  readonly name: string;
  /** Maximum number of passages per call. */
  readonly batch: number;
  /**
   * @param passages the most relevant first
   * @returns one reading per passage, in order; null for a passage that a busy reader skipped (the last ones
   * first)
   * @throws ReaderError
   */
  read(
    question: string,
    passages: readonly string[],
    timeoutMs: number,
  ): Promise<readonly (Reading | null)[]>;
}

/**
 * Kinds of failures. `slow`: timeout. `limited`: the queue is full. `misfit`: the response contains no valid
 * readings. `refused`: the model rejects these texts. `failed`: any other failure.
 */
export type ReaderFailure = "slow" | "limited" | "refused" | "misfit" | "failed";

export class ReaderError extends ProviderError<ReaderFailure> {
  override readonly name = "ReaderError";
}
