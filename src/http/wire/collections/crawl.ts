import * as z from "zod";
import { CRAWL_STATES, type CrawlProgress } from "../../../domain/site-crawl.ts";
import { idBytes, presentId } from "../identifier.ts";

/** How far a crawl is: pages that are known, have been fetched, and could not be. */
export const crawl = z.object({
  collectionId: idBytes,
  mode: z.enum(["sitemap", "feed", "site"]),
  state: z.enum(CRAWL_STATES),
  maxPages: z.int(),
  maxDepth: z.int(),
  found: z.int(),
  fetched: z.int(),
  failed: z.int(),
});

export function presentCrawl({ collectionId, ended, failed, ...crawled }: CrawlProgress): z.input<typeof crawl> {
  return { ...crawled, collectionId: presentId(collectionId), fetched: ended - failed, failed };
}
