export const DIAGNOSTIC_BYTES = 256 * 1024;
export const DIAGNOSTIC_DAYS = 30;
export const DIAGNOSTIC_URL_SECONDS = 3_600;
/** So many may one user send within a day. */
export const DIAGNOSTICS_PER_DAY = 100;

export const DIAGNOSTICS_PREFIX = "diagnostics/";

/** Ids begin with their moment: so do the names of the objects. */
export function diagnosticKey(id: string): string {
  return `${DIAGNOSTICS_PREFIX}${id}`;
}
