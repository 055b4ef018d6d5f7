import { MAX_MULTIPART_BYTES } from "./asset.ts";

/**
 * Size of all parts except the last. R2 requires equal sizes of at least 5 MiB. An interruption costs at most
 * one part.
 */
export const PART_BYTES = 16 * 1024 * 1024;
/** Lifetime of a part's upload URL. */
export const PART_URL_TTL_SECONDS = 60 * 60;
/** An upload without a new part for this time is dropped. */
export const MULTIPART_TTL_MS = 24 * 60 * 60_000;
export const MAX_PARTS = Math.ceil(MAX_MULTIPART_BYTES / PART_BYTES);

/**
 * `open`: accepts parts. `completed`: its bytes belong to the asset. `ended`: aborted, perhaps not yet in the
 * bucket.
 */
export const MULTIPART_STATES = ["open", "completed", "ended"] as const;
export type MultipartState = (typeof MULTIPART_STATES)[number];

/**
 * Size of a part in bytes.
 * @param number from 1
 */
export function bytesOfPart(size: number, number: number): number {
  return Math.min(PART_BYTES, size - (number - 1) * PART_BYTES);
}

export function countParts(size: number): number {
  return Math.ceil(size / PART_BYTES);
}
