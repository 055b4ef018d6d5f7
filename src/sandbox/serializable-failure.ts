import { ExtractionError } from "../domain/extraction-error.ts";
import { faultFields, log } from "../log.ts";

const UNREADABLE = "The service could not read this file. Save it again, or as PDF, and upload that.";

/**
 * Returns the part of an error that may leave the sandbox: the reason for users, and whether a retry may
 * help.
 */
export function serializableFailure(
  error: unknown,
): Pick<ExtractionError, "reason" | "permanent" | "othersMay"> {
  if (error instanceof ExtractionError) {
    const { reason, permanent, othersMay } = error;
    return { reason: reason.slice(0, 1_000), permanent, othersMay };
  }
  log("error", "reading_failed", faultFields(error));
  return { reason: UNREADABLE, permanent: false, othersMay: false };
}
