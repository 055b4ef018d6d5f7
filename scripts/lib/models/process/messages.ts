import type { Reading } from "../../../../src/models/reader.ts";
import type { TextPurpose } from "../../../../src/models/embedder.ts";

/** The models that a process loads. */
export interface LoadedModels {
  readonly encoder: boolean;
  readonly reader: boolean;
}

export type Job =
  | { readonly kind: "embed"; readonly purpose: TextPurpose; readonly texts: readonly string[] }
  | { readonly kind: "read"; readonly question: string; readonly passage: string };

export type Result =
  /** Vectors of the first texts: at least one, and as many as take a short time. */
  | { readonly kind: "vectors"; readonly vectors: readonly Int8Array[] }
  | ({ readonly kind: "reading" } & Reading);

/** A message from the process. */
export type Message =
  | { readonly kind: "ready"; readonly residentBytes: number }
  | { readonly kind: "failed-start"; readonly reason: string }
  | { readonly kind: "done"; readonly id: number; readonly result: Result; readonly residentBytes: number }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };

export interface Order {
  readonly id: number;
  readonly job: Job;
}
