import type { FileMeasurement } from "./measure-file.ts";

export interface FileResult {
  readonly package: string;
  readonly path: string;
  readonly measured: FileMeasurement | null;
  /** The reason of a failure; "" otherwise. */
  readonly reason: string;
  readonly ms: number;
}

export interface FamilyResult {
  readonly family: string;
  readonly files: readonly FileResult[];
}
