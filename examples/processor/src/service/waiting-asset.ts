import { ARTIFACT_KINDS, type ArtifactKind } from "../artifacts.ts";

/** A waiting file in the service's listing. */
export interface WaitingAsset {
  readonly id: string;
  readonly originalFilename: string;
  readonly contentType: string;
  readonly filesize: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly signedSourceURL: string;
  readonly artifactURLs: Readonly<Record<ArtifactKind, string>>;
}

/** @throws Error for another shape */
export function waitingAsset(value: unknown): WaitingAsset {
  const asset = recordOf(value);
  const urls = recordOf(asset["artifactURLs"]);
  return {
    id: stringOf(asset, "id"),
    originalFilename: stringOf(asset, "originalFilename"),
    contentType: stringOf(asset, "contentType"),
    filesize: numberOf(asset, "filesize"),
    sha256: stringOf(asset, "sha256"),
    signedSourceURL: stringOf(asset, "signedSourceURL"),
    artifactURLs: Object.fromEntries(ARTIFACT_KINDS.map((kind) => [kind, stringOf(urls, kind)])) as Record<
      ArtifactKind,
      string
    >,
  };
}

export function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("an object was expected");
  return value as Record<string, unknown>;
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("a list was expected");
  return value;
}

export function stringOf(record: Record<string, unknown>, field: string): string {
  const value = record[field];
  if (typeof value !== "string") throw new Error(`${field} was expected to be a string`);
  return value;
}

export function numberOf(record: Record<string, unknown>, field: string): number {
  const value = record[field];
  if (typeof value !== "number") throw new Error(`${field} was expected to be a number`);
  return value;
}
