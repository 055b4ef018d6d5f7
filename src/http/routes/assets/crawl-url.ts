import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { crawlUrl } from "../../../services/assets/crawl-url.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { parseStrings } from "../../../domain/asset.ts";
import { invalidField } from "../../../domain/errors.ts";
import {
  CRAWL_MODES,
  DEFAULT_CRAWL_DEPTH,
  DEFAULT_CRAWL_PAGES,
  MAX_CRAWL_DEPTH,
  MAX_CRAWL_PAGES,
} from "../../../domain/site-crawl.ts";
import { refreshEvery } from "../../wire/assets/refresh-every.ts";
import { text } from "../../wire/fields.ts";
import { idField, nullableIdBytes, presentId } from "../../wire/identifier.ts";

const MAX_URL_CHARS = 2048;

export const crawlUrlOperation = defineOperation({
  id: "crawlUrl",
  method: "POST",
  path: "/v1/url/crawl",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the collection",
  tag: "assets",
  summary: "Create an asset from a web page, or assets from the pages of a site.",
  description:
    "The service fetches the page immediately, within 15 seconds, 10 MiB and 5 redirects, if the " +
    "site's robots.txt allows it. If the fetch fails, the asset is `failed` with a reason. With " +
    "`processInBackground` the service then processes the page; otherwise the page waits until a " +
    "thread's scope includes it. `refreshEvery` (seconds, at least 3,600) schedules `POST " +
    "/v1/assets/{assetID}/refresh`. With `mode` `site`, `sitemap` or `feed` the service creates a " +
    "collection (`crawlCollectionId`). It receives the page and its links up to `maxDepth`, or the " +
    "entries of the sitemap or feed. Crawled pages have the same origin, each URL counts once, and " +
    "`maxPages` is the limit. The crawler sends one request a second to a host, or fewer if " +
    "robots.txt says so. `GET` and `DELETE /v1/collections/{collectionID}/crawl` report progress and " +
    "stop the crawl.",
  body: z.object({
    collectionID: idField("col"),
    organizationID: idField("org"),
    tenantID: idField("tenant"),
    url: text(1, MAX_URL_CHARS),
    processInBackground: z.boolean(),
    processInThread: z.boolean(),
    refreshEvery,
    mode: z.enum(CRAWL_MODES).optional().default("page"),
    maxPages: z.int().min(1).max(MAX_CRAWL_PAGES).optional().default(DEFAULT_CRAWL_PAGES),
    maxDepth: z.int().min(0).max(MAX_CRAWL_DEPTH).optional().default(DEFAULT_CRAWL_DEPTH),
  }),
  example: {
    collectionID: "col_01h455vb4pex5vsknk084sn02q",
    organizationID: "org_01h455vb4pex5vsknk084sn02q",
    tenantID: "tenant_01h455vb4pex5vsknk084sn02q",
    url: "https://example.com/article",
    processInBackground: true,
    processInThread: false,
  },
  message: ({ done }) => (done ? "Page registered." : "Crawl started."),
  data: asset.and(z.object({ crawlCollectionId: nullableIdBytes })),
  async handle(ctx, { body }) {
    const {
      collectionID: collectionId,
      organizationID: organizationId,
      tenantID: tenantId,
      refreshEvery: every,
      ...more
    } = body;
    const { mode, maxPages, maxDepth, ...rest } = more;
    if (mode !== "page" && every !== null && every > 0)
      throw invalidField("refreshEvery", "is for a page that is crawled by itself");
    const site = mode === "page" ? null : { mode, maxPages, maxDepth };
    const input = { collectionId, organizationId, tenantId, ...rest, refreshEvery: every ?? 0, site };
    const { asset: crawled, crawlCollectionId } = await crawlUrl(ctx, input);
    const data = {
      ...presentAsset(crawled, "", embedderName(ctx)),
      crawlCollectionId: crawlCollectionId === null ? null : presentId(crawlCollectionId),
    };
    return { data, done: false, etag: etagOf(crawled.id, crawled.version) };
  },
  async replay(ctx, { body }, targetId: Id<"asset">) {
    const { asset: row, signedUrl } = await getAsset(ctx, { assetId: targetId });
    const done = row.lifecycleState !== "uploading" && row.lifecycleState !== "processing";
    // A crawl's first page is only in the crawl's collection, unless a user links it into another one.
    const [collectionId = null] = body.mode === "page" ? [] : parseStrings(row.collectionIds);
    const crawlCollectionId = collectionId === null ? null : presentId(collectionId);
    return {
      data: { ...presentAsset(row, signedUrl, embedderName(ctx)), crawlCollectionId },
      done,
      etag: etagOf(row.id, row.version),
    };
  },
});
