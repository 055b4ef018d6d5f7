import { ServiceError } from "../domain/errors.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import { isTooBig } from "../domain/retry-policy.ts";

const MAX_CHARS = 200;

const VALUE_TOO_BIG = "A value is too large for the database. Every retry would fail in the same way.";

/** Reason for parking a job if no counted attempt reported a result, because each run was terminated. */
export const RUN_WAS_KILLED = "Each attempt ended before it could report a reason.";

/**
 * The reason for parking a job, for operators without access to logs. If the error has a public message, the
 * reason is that message. For other errors the reason is only the error's name, because the message may
 * contain user data.
 */
export function parkingReason(error: unknown): string {
  if (error instanceof ServiceError || error instanceof ExtractionError)
    return error.message.slice(0, MAX_CHARS);
  if (isTooBig(error)) return VALUE_TOO_BIG;
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : "unknown";
  return `An unexpected error (${name}). The log line job_parked of this time has the details.`;
}
