import type { ErrorCode, ServiceError } from "../../domain/errors.ts";
import { closingFrame } from "../../domain/events.ts";

const CLOSE_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 4400,
  unauthenticated: 4401,
  permission_denied: 4403,
  failed_precondition: 4403,
  not_found: 4404,
  resource_exhausted: 4429,
  unavailable: 1013,
};

/** The close code for an error. */
export function closeCodeOf({ code }: ServiceError): number {
  return CLOSE_CODES[code] ?? 1011;
}

/**
 * The last frame of a stream, equal to the frame of a closed socket; null for none. The reader had access
 * before, so `not_found` means that they lost it.
 * @param lost message for lost access
 */
export function errorClosingFrame(error: ServiceError, lost: string): string | null {
  if (error.code === "not_found") return closingFrame(4403, lost);
  return closingFrame(closeCodeOf(error), error.message);
}
