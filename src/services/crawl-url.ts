import { sql } from "drizzle-orm";
import { objectKeys } from "../domain/asset.ts";
import { requireAction } from "../domain/authorized.ts";
import { invalidField } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { parseAddress } from "../ingestion/crawl/address-policy.ts";
import { addressName, fileNameOf } from "../ingestion/crawl/page-names.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { type AssetView, findAsset } from "../storage/d1/asset-store.ts";
import { findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { putOutbox } from "../storage/d1/outbox-store.ts";
import { touchRecentAssets } from "../storage/d1/recent-assets-store.ts";
import { assetCollections, assets } from "../storage/d1/schema/assets.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { deliverSoon } from "./outbox.ts";

export { CRAWLER_USER_AGENT } from "../ingestion/crawl/crawler.ts";

export interface CrawlUrlInput {
  readonly collectionId: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly url: string;
  readonly processInBackground: boolean;
  readonly processInThread: boolean;
}

/** What a page is, before it was fetched: nothing is known of it. */
const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Makes an asset of a page on the web: `uploading` until it was fetched, which begins at once.
 * @throws ServiceError `invalid_argument` for an address that is not fetched or another organization, `not_found`, `permission_denied`
 */
export async function crawlUrl(ctx: Context, input: CrawlUrlInput): Promise<{ asset: AssetView; eventKey: string }> {
  const { db, now } = ctx;
  const url = requireAddress(ctx, input.url);
  const { actor, rows } = await readAsUser(ctx, { collection: findCollection(db, actorSql(ctx), input.collectionId) });
  const collection = requireAction(rows.collection[0], "write", "collection");
  const { organizationId, tenantId } = collection;
  if (input.organizationId !== organizationId) throw invalidField("organizationID", "is not the organization of the collection");
  if (input.tenantId !== tenantId) throw invalidField("tenantID", "is not the tenant of the collection");
  const id = newId("asset");
  const by = { createdAt: now, createdBy: actor.id, modifiedAt: now, modifiedBy: actor.id };
  const asset = db.build.insert(assets).values({
    id,
    organizationId,
    tenantId,
    displayName: addressName(url.href),
    originalFileName: fileNameOf(url),
    contentType: UNKNOWN_TYPE,
    creationMethod: "url",
    sourceUrl: url.href,
    lifecycleState: "uploading",
    objectKey: objectKeys.original(organizationId, id),
    processInBackground: input.processInBackground,
    processInThread: input.processInThread,
    processingMessage: "Fetching the page.",
    ...by,
  });
  const held = db.build
    .insert(assetCollections)
    .values({ id: newId("assetcol"), assetId: id, collectionId: collection.id, createdAt: now, createdBy: actor.id });
  const delivery = { id: newId("event"), kind: "process_asset" as const, targetId: id };
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [{ name: "may_write", holds: mayOnCollection(sql`${actor.id}`, sql`${collection.id}`, "write") }],
    statements: [asset, held, touchRecentAssets(db, actor.id, [id], now), putOutbox(db, { ...delivery, at: now })],
    event: { organizationId, targetId: id },
    reads: { asset: findAsset(db, sql`${actor.id}`, id) },
  });
  deliverSoon(ctx, delivery);
  return { asset: requireAction(after.asset[0], "read", "asset"), eventKey };
}

function requireAddress(ctx: Context, text: string): URL {
  const policy = { allowLoopback: ctx.config.crawlAllowLoopback, ownOrigins: [ctx.origin] };
  const address = parseAddress(text, policy);
  if ("refusal" in address) throw invalidField("url", address.refusal);
  return address;
}
