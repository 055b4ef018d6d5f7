import type { Measured } from "./measure-file.ts";

export interface FileResult {
  readonly package: string;
  readonly path: string;
  readonly measured: Measured | null;
  /** Why it was not read; "" when it was. */
  readonly reason: string;
  readonly ms: number;
}

export interface FamilyResult {
  readonly family: string;
  readonly files: readonly FileResult[];
}
