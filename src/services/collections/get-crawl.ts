import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { CrawlProgress } from "../../domain/site-crawl.ts";
import { findCrawl, selectFailedPages } from "../../storage/d1/assets/crawls.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * Returns the progress of the crawl into a collection.
 * @throws ServiceError `not_found` if no crawl exists, or if the caller may not read the collection
 */
export async function getCrawl(ctx: Context, collectionId: Id<"col">): Promise<CrawlProgress> {
  const crawl = await findCrawlSince(ctx, collectionId, 0);
  if (crawl === null) throw notFound("crawl");
  return crawl;
}

/**
 * Returns the crawl into a collection if it has changed after `since`, in milliseconds since 1970. Otherwise,
 * and if no crawl exists, returns null.
 * @throws ServiceError `not_found` if the caller may not read the collection
 */
export async function findCrawlSince(
  ctx: Context,
  collectionId: Id<"col">,
  since: number,
): Promise<CrawlProgress | null> {
  const { db } = ctx;
  const { rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), collectionId),
    crawl: findCrawl(db, collectionId, since),
    failures: selectFailedPages(db, collectionId, since),
  });
  requireAction(rows.collection[0], "read", "collection");
  const [crawl] = rows.crawl;
  return crawl === undefined ? null : { ...crawl, failures: rows.failures };
}
