import { ProviderError } from "./provider-error.ts";

/** Purpose of an embedding. Many models use a different prefix for each purpose. */
export type TextPurpose = "question" | "passage";

/** Turns texts into vectors for comparison by cosine similarity. */
export interface Embedder {
  /** Name that encodes model, dimensions and version. Only vectors with the same name are comparable. */
  readonly name: string;
  /** Number of dimensions of a vector. Each takes one byte. */
  readonly dimensions: number;
  /**
   * True for the built-in encoder, which supports English only. All weights and thresholds were measured with
   * this encoder's cosine similarities.
   */
  readonly isBuiltIn: boolean;
  /** Maximum number of texts per call, at least 1. */
  readonly batch: number;
  /**
   * @param texts at most `batch` texts
   * @returns one vector per text, scaled so that its largest component is ±127; all zeros for an empty text
   * @throws EmbedderError
   */
  embed(texts: readonly string[], purpose: TextPurpose, timeoutMs: number): Promise<readonly Int8Array[]>;
}

export interface Embedders {
  /** Embedder of new vectors. Null without an embedder. */
  readonly current: Embedder | null;
  /**
   * Returns the embedder of older vectors, which serve searches until new vectors exist. Null if the settings
   * provide no access to it.
   */
  readonly named: (name: string) => Embedder | null;
}

/**
 * Kinds of failures. `slow`: timeout. `limited`: rate limit. `refused`: the model rejects these texts.
 * `misfit`: the response contains no valid vectors. `failed`: any other failure.
 */
export type EmbedderFailure = "slow" | "limited" | "refused" | "misfit" | "failed";

export class EmbedderError extends ProviderError<EmbedderFailure> {
  override readonly name = "EmbedderError";
}
