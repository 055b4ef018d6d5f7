import { ProviderFault } from "./provider-fault.ts";

/** What a text is embedded for: models tell the two apart by what is put before them. */
export type TextPurpose = "question" | "passage";

/** A model that turns texts into vectors whose angles tell how alike they are. */
export interface Embedder {
  /** Says model, dimensions and version: vectors of two names do not compare. */
  readonly name: string;
  /** Of a vector, one byte each. */
  readonly dimensions: number;
  /** The encoder that comes with the service: English alone, and its cosines are those that all weights and thresholds were measured with. */
  readonly isBuiltIn: boolean;
  /** How many texts it takes at once, at least 1. */
  readonly batch: number;
  /**
   * @param texts at most `batch`
   * @returns a vector of each, the largest part as ±127; zeros where there is nothing to encode
   * @throws EmbedderFault
   */
  embed(texts: readonly string[], purpose: TextPurpose, timeoutMs: number): Promise<readonly Int8Array[]>;
}

export interface Embedders {
  /** The one that makes vectors. Null: nobody does. */
  readonly current: Embedder | null;
  /** One of before, so that its vectors serve until there are others. Null: the settings name nobody who could be asked for it. */
  readonly named: (name: string) => Embedder | null;
}

/**
 * `slow`: no answer in time. `limited`: asked too often. `refused`: it does not take these texts. `misfit`: what it answered are not the vectors
 * that were asked for. `failed`: anything else.
 */
export type EmbedderFailure = "slow" | "limited" | "refused" | "misfit" | "failed";

export class EmbedderFault extends ProviderFault<EmbedderFailure> {
  override readonly name = "EmbedderFault";
}
