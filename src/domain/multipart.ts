import { MAX_MULTIPART_BYTES } from "./asset.ts";
import { MS_PER_DAY, SECONDS_PER_HOUR } from "./time.ts";

/**
 * Size of all parts except the last, in bytes. R2 requires parts of equal size of at least 5 MiB. An
 * interrupted upload loses at most one part.
 */
export const PART_BYTES = 16 * 1024 * 1024;
/** Lifetime of the upload URL of a part. */
export const PART_URL_TTL_SECONDS = SECONDS_PER_HOUR;
/** Time in milliseconds after which the service drops an upload without a new part. */
export const MULTIPART_TTL_MS = MS_PER_DAY;
export const MAX_PARTS = Math.ceil(MAX_MULTIPART_BYTES / PART_BYTES);

/**
 * States of a multipart upload. `open`: accepts parts. `completed`: its bytes belong to the asset. `ended`:
 * aborted, but its parts may still be in the bucket.
 */
export const MULTIPART_STATES = ["open", "completed", "ended"] as const;
export type MultipartState = (typeof MULTIPART_STATES)[number];

/**
 * Returns the size of a part in bytes.
 * @param number number of the part, from 1
 */
export function bytesOfPart(size: number, number: number): number {
  return Math.min(PART_BYTES, size - (number - 1) * PART_BYTES);
}

export function countParts(size: number): number {
  return Math.ceil(size / PART_BYTES);
}
