import { diskFull } from "../domain/errors.ts";
import type { Platform } from "../platform.ts";
import { toServiceError } from "./errors.ts";

/** What was not foreseen while nothing can be written has that reason: stores name it in many ways, or not at all. */
export async function explainFault(platform: Platform, thrown: unknown): Promise<unknown> {
  if (toServiceError(thrown).code !== "internal") return thrown;
  return (await platform.hasSpace(0)) ? thrown : diskFull(thrown);
}
