import { ExtractionError } from "../domain/extraction-error.ts";
import { faultFields, log } from "../log.ts";

const UNREADABLE = "This file could not be read. Save it again, or as PDF, and upload that.";

/** What is passed on of an error: the reason that a person is shown, and whether trying again may help. */
export function failureOf(error: unknown): { readonly reason: string; readonly permanent: boolean } {
  if (error instanceof ExtractionError) return { reason: error.reason.slice(0, 1_000), permanent: error.permanent };
  log("error", "reading_failed", faultFields(error));
  return { reason: UNREADABLE, permanent: false };
}
