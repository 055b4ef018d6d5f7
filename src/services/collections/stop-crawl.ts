import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { CrawlProgress } from "../../domain/site-crawl.ts";
import { findCrawl, selectFailedPages, stopCrawlStatement } from "../../storage/d1/assets/crawls.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * Stops the crawl into a collection.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function stopCrawl(ctx: Context, collectionId: Id<"col">): Promise<CrawlProgress> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), collectionId),
    crawl: findCrawl(db, collectionId),
    failures: selectFailedPages(db, collectionId),
  });
  const collection = requireAction(rows.collection[0], "write", "collection");
  const [crawl] = rows.crawl;
  if (crawl === undefined) throw notFound("crawl");
  const { failures } = rows;
  if (crawl.state !== "running") return { ...crawl, failures };
  const after = await commit(actor.writer, {
    asserts: [{ name: "may_write", holds: mayOnCollection(userOf(actor.id), collectionId, "write") }],
    writes: [stopCrawlStatement(db, collectionId, now)],
    audit: { organizationId: collection.organizationId, targetId: collectionId },
    returning: { crawl: findCrawl(db, collectionId) },
  });
  return { ...(after.crawl[0] ?? crawl), failures };
}
