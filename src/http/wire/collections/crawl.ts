import * as z from "zod";
import { CRAWL_STATES, type CrawlProgress } from "../../../domain/site-crawl.ts";
import { idBytes, presentId } from "../identifier.ts";

/**
 * The progress of a crawl: known, fetched, failed and remaining pages. A stopped crawl drops the remaining
 * pages.
 */
export const crawl = z.object({
  collectionId: idBytes,
  mode: z.enum(["sitemap", "feed", "site"]),
  state: z.enum(CRAWL_STATES),
  maxPages: z.int(),
  maxDepth: z.int(),
  found: z.int(),
  fetched: z.int(),
  failed: z.int(),
  left: z.int(),
  failures: z.array(z.object({ assetId: idBytes, url: z.string(), reason: z.string() })),
});

export function presentCrawl(progress: CrawlProgress): z.input<typeof crawl> {
  const { collectionId, mode, state, maxPages, maxDepth, found, ended, failed } = progress;
  const failures = progress.failures.map(({ assetId, ...page }) => ({
    ...page,
    assetId: presentId(assetId),
  }));
  const counts = { found, fetched: ended - failed, failed, left: found - ended };
  return { collectionId: presentId(collectionId), mode, state, maxPages, maxDepth, ...counts, failures };
}
