import * as z from "zod";
import { MS_PER_SECOND, SECONDS_PER_HOUR, SECONDS_PER_DAY } from "./time.ts";

/** Minimum interval between two scheduled refreshes of a page. */
export const MIN_REFRESH_SECONDS = SECONDS_PER_HOUR;
export const MAX_REFRESH_SECONDS = 366 * SECONDS_PER_DAY;
/** Maximum number of pages with a refresh schedule per organization. */
export const MAX_REFRESHED_PAGES = 1_000;

/** HTTP validators of a fetched page, for conditional requests. `url` is the URL after all redirects. */
const pageValidators = z.object({
  url: z.string().max(2_048),
  etag: z.string().max(512),
  lastModified: z.string().max(64),
});
export type PageValidators = z.output<typeof pageValidators>;
export const pageValidatorsSchema = pageValidators;

/** Parses stored validators. Null means that the page must be fetched without a condition. */
export function parseValidators(json: string): PageValidators | null {
  if (json === "") return null;
  return pageValidators.safeParse(JSON.parse(json)).data ?? null;
}

/**
 * Result of a refresh. `reading`: the page has changed and had no text before, so it is processed like a new
 * page.
 */
export type RefreshOutcome = "unchanged" | "changed" | "reading" | "failed";

/** Returns the time of the next scheduled refresh, or null without a schedule. */
export function nextRefresh(every: number, now: Date): Date | null {
  return every === 0 ? null : new Date(now.getTime() + every * MS_PER_SECOND);
}
