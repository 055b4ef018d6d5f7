import { objectKeys } from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import { invalidField } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { parseAddress } from "../../net/address-policy.ts";
import { nameFromUrl, fileNameFromUrl } from "../../net/name-from-url.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type AssetView, findAsset } from "../../storage/d1/assets/assets.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { touchRecentAssets } from "../../storage/d1/assets/recent-assets.ts";
import { insertAsset } from "../../storage/d1/assets/changes.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { nextRefresh } from "../../domain/page-refresh.ts";
import { refreshScheduleAsserts, throwScheduleError } from "./internal/refresh-schedule.ts";
import { siteCrawl, type SiteOptions } from "./internal/site-crawl.ts";
import { enqueue } from "../../jobs/enqueue.ts";

export { CRAWLER_USER_AGENT } from "../../net/crawler.ts";

export interface CrawlUrlInput {
  readonly collectionId: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly url: string;
  readonly processInBackground: boolean;
  readonly processInThread: boolean;
  /** Seconds between two fetches of the page. 0 means that the page is fetched once. */
  readonly refreshEvery: number;
  /** Options for crawling more pages into a new collection. Null if only this page is fetched. */
  readonly site: SiteOptions | null;
}

export interface CrawledUrl {
  readonly asset: AssetView;
  readonly crawlCollectionId: Id<"col"> | null;
}

/** Media type of a page before its first fetch. */
const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Creates an asset for a web page and starts the fetch. The asset is in state `uploading` until the page
 * arrives.
 * @throws ServiceError `invalid_argument` for a disallowed URL or another organization
 * @throws ServiceError `not_found`, `permission_denied`
 * @throws ServiceError `resource_exhausted` if the organization has too many scheduled pages
 */
export async function crawlUrl(ctx: Context, input: CrawlUrlInput): Promise<CrawledUrl> {
  const { db, now } = ctx;
  const url = requireAddress(ctx, input.url);
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), input.collectionId),
  });
  const collection = requireAction(rows.collection[0], "write", "collection");
  const { organizationId, tenantId } = collection;
  if (input.organizationId !== organizationId)
    throw invalidField("organizationID", "is not the organization of the collection");
  if (input.tenantId !== tenantId) throw invalidField("tenantID", "is not the tenant of the collection");
  const id = newId("asset");
  const site =
    input.site === null
      ? null
      : siteCrawl(ctx, actor, { ...input, options: input.site, parent: collection, url, assetId: id });
  const asset = {
    id,
    organizationId,
    tenantId,
    displayName: nameFromUrl(url.href),
    originalFileName: fileNameFromUrl(url),
    contentType: UNKNOWN_TYPE,
    creationMethod: "url",
    sourceUrl: url.href,
    lifecycleState: "uploading",
    objectKey: objectKeys.original(organizationId, id),
    processInBackground: input.processInBackground,
    processInThread: input.processInThread,
    processingMessage: "Fetching the page.",
    refreshEvery: input.refreshEvery,
    refreshAt: nextRefresh(input.refreshEvery, now),
  } as const;
  const started = enqueue(db, [{ kind: "process_asset", assetId: id }], now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(userOf(actor.id), collection.id, "write") },
      ...refreshScheduleAsserts(input.refreshEvery, organizationId, id),
      ...(site?.asserts ?? []),
    ],
    writes: [
      ...(site?.writes ?? []),
      ...insertAsset(db, asset, site?.collectionId ?? collection.id, actor.writer),
      touchRecentAssets(db, actor.id, [id], now),
      ...started.statements,
    ],
    audit: { organizationId, targetId: id },
    returning: { asset: findAsset(db, userOf(actor.id), id) },
  }).catch(throwScheduleError);
  ctx.runInline(started.rows);
  return {
    asset: requireAction(after.asset[0], "read", "asset"),
    crawlCollectionId: site?.collectionId ?? null,
  };
}

function requireAddress(ctx: Context, text: string): URL {
  const { crawlAllowLoopback: allowLoopback, outboundAllow: exceptions } = ctx.config;
  const address = parseAddress(text, { allowLoopback, ownOrigins: [ctx.origin], exceptions });
  if ("refusal" in address) throw invalidField("url", address.refusal);
  return address;
}
