import { ServiceError } from "../domain/errors.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import { isTooBig } from "../domain/retry-policy.ts";

const MAX_CHARS = 200;

const VALUE_TOO_BIG = "A value is too large for the database. Every retry would fail in the same way.";

/** Of a job whose attempts were counted and never ended: what tried it was killed each time. */
export const RUN_WAS_KILLED = "Each attempt ended before it could report a reason.";

/**
 * Why a job is parked, for operators who see no logs: the sentence of an error that is meant for people; of any other fault its name alone, as
 * its message may hold what it was about.
 */
export function parkingReason(error: unknown): string {
  if (error instanceof ServiceError || error instanceof ExtractionError) return error.message.slice(0, MAX_CHARS);
  if (isTooBig(error)) return VALUE_TOO_BIG;
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : "unknown";
  return `An unexpected error (${name}). The log line job_parked of this time has the details.`;
}
