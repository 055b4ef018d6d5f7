import { SECONDS_PER_HOUR } from "./time.ts";

export const DIAGNOSTIC_BYTES = 256 * 1024;
export const DIAGNOSTIC_DAYS = 30;
export const DIAGNOSTIC_URL_SECONDS = SECONDS_PER_HOUR;
/** Maximum number of diagnostics per user and day. */
export const DIAGNOSTICS_PER_DAY = 100;

export const DIAGNOSTICS_PREFIX = "diagnostics/";

/**
 * Returns the name of a diagnostic's object in the bucket. Ids begin with their time, so the names sort by
 * time.
 */
export function diagnosticKey(id: string): string {
  return `${DIAGNOSTICS_PREFIX}${id}`;
}
