import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { CrawlProgress } from "../../domain/site-crawl.ts";
import { findCrawl } from "../../storage/d1/assets/site-crawls.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** How far the crawl into a collection is. @throws ServiceError `not_found` where there is none, or the collection may not be read */
export async function getCrawl(ctx: Context, collectionId: Id<"col">): Promise<CrawlProgress> {
  const { db } = ctx;
  const { rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), collectionId),
    crawl: findCrawl(db, collectionId),
  });
  requireAction(rows.collection[0], "read", "collection");
  const [crawl] = rows.crawl;
  if (crawl === undefined) throw notFound("crawl");
  return crawl;
}
