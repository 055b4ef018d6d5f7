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

/** With which code a socket is closed for an error. */
export function closeCodeOf({ code }: ServiceError): number {
  return CLOSE_CODES[code] ?? 1011;
}

/**
 * The frame with which a stream ends, as a socket that is closed would tell it; null: it ends without a word. The reader was let in before,
 * so what is not found is something that they have lost.
 * @param lost what they are told then
 */
export function lastWordOf(error: ServiceError, lost: string): string | null {
  if (error.code === "not_found") return closingFrame(4403, lost);
  return closingFrame(closeCodeOf(error), error.message);
}
