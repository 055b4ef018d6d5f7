import { MAX_MULTIPART_BYTES } from "./asset.ts";

/** Parts are of one size, but for the last: R2 asks for that, and for at least 5 MiB. What breaks off costs at most this much. */
export const PART_BYTES = 16 * 1024 * 1024;
/** How long a part's URL takes it. */
export const PART_URL_TTL_SECONDS = 60 * 60;
/** An upload of which no part came for so long is forgotten. */
export const MULTIPART_TTL_MS = 24 * 60 * 60_000;
export const MAX_PARTS = Math.ceil(MAX_MULTIPART_BYTES / PART_BYTES);

/** `open`: parts are taken. `completed`: its bytes are the asset's. `ended`: it was given up, and the bucket may not know yet. */
export const MULTIPART_STATES = ["open", "completed", "ended"] as const;
export type MultipartState = (typeof MULTIPART_STATES)[number];

/** How many bytes the part has. @param number from 1 */
export function bytesOfPart(size: number, number: number): number {
  return Math.min(PART_BYTES, size - (number - 1) * PART_BYTES);
}

export function countParts(size: number): number {
  return Math.ceil(size / PART_BYTES);
}
