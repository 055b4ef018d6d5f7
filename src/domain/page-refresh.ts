import * as z from "zod";

/** How often a page may be fetched again by itself. */
export const MIN_REFRESH_SECONDS = 3_600;
export const MAX_REFRESH_SECONDS = 366 * 24 * 3_600;
/** Of one organization: so many pages are fetched again by themselves. */
export const MAX_REFRESHED_PAGES = 1_000;

/** What a site said of a page, by which it tells later whether the page has changed. `url`: where it stood, behind all redirects. */
const pageValidators = z.object({ url: z.string().max(2_048), etag: z.string().max(512), lastModified: z.string().max(64) });
export type PageValidators = z.output<typeof pageValidators>;
export const pageValidatorsSchema = pageValidators;

/** Reads what is stored; null: the site is asked for the page whatever it is. */
export function parseValidators(json: string): PageValidators | null {
  if (json === "") return null;
  return pageValidators.safeParse(JSON.parse(json)).data ?? null;
}

/** What came of fetching a page again. `reading`: it has changed, and is read like a new one, as no text of before was there. */
export type RefreshOutcome = "unchanged" | "changed" | "reading" | "failed";

/** When a page is fetched again by itself; null: never. */
export function nextRefresh(every: number, now: Date): Date | null {
  return every === 0 ? null : new Date(now.getTime() + every * 1_000);
}
