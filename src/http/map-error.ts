import { diskFull } from "../domain/errors.ts";
import type { Platform } from "../platform.ts";
import { toServiceError } from "./errors.ts";

/**
 * Treats an unexpected error as "disk full" while the disk is full. Stores report a full disk in various ways
 * or not at all.
 */
export async function mapError(platform: Platform, thrown: unknown): Promise<unknown> {
  if (toServiceError(thrown).code !== "internal") return thrown;
  return (await platform.hasSpace(0)) ? thrown : diskFull(thrown);
}
