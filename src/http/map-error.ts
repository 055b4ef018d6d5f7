import { diskFull } from "../domain/errors.ts";
import type { Platform } from "../platform.ts";
import { toServiceError } from "./errors.ts";

/**
 * An unexpected error while the disk is full counts as "disk full", because stores report it in many ways or
 * not at all.
 */
export async function mapError(platform: Platform, thrown: unknown): Promise<unknown> {
  if (toServiceError(thrown).code !== "internal") return thrown;
  return (await platform.hasSpace(0)) ? thrown : diskFull(thrown);
}
