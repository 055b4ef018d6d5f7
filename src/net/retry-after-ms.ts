import { MS_PER_SECOND } from "../domain/time.ts";

/** Parses the header `Retry-After` to milliseconds; null without a valid value. */
export function retryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * MS_PER_SECOND : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
