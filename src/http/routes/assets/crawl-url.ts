import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { crawlUrl as crawl } from "../../../services/assets/crawl-url.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { refreshEvery } from "../../wire/assets/refresh-every.ts";
import { text } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

const MAX_URL_CHARS = 2048;

export const crawlUrl = defineOperation({
  id: "crawlUrl",
  method: "POST",
  path: "/v1/url/crawl",
  who: "user",
  access: "`write` on the collection",
  tag: "assets",
  summary: "Make an asset of one page on the public web.",
  description:
    "The page is fetched at once, within 15 seconds, 10 MiB and 5 redirects, if the site's robots.txt does not forbid it; what goes wrong " +
    "makes the asset `failed` with a reason. With `processInBackground` it is then read; else it waits until it joins a thread's scope. " +
    "With `refreshEvery` (seconds, at least 3,600) the page is fetched again by itself, as `POST /v1/assets/{assetID}/refresh` does.",
  body: z.object({
    collectionID: idField("col"),
    organizationID: idField("org"),
    tenantID: idField("tenant"),
    url: text(1, MAX_URL_CHARS),
    processInBackground: z.boolean(),
    processInThread: z.boolean(),
    refreshEvery,
  }),
  example: {
    collectionID: "col_01h455vb4pex5vsknk084sn02q",
    organizationID: "org_01h455vb4pex5vsknk084sn02q",
    tenantID: "tenant_01h455vb4pex5vsknk084sn02q",
    url: "https://example.com/article",
    processInBackground: true,
    processInThread: false,
  },
  data: asset,
  async handle(ctx, { body }) {
    const { collectionID: collectionId, organizationID: organizationId, tenantID: tenantId, refreshEvery: every, ...rest } = body;
    const crawled = await crawl(ctx, { collectionId, organizationId, tenantId, ...rest, refreshEvery: every ?? 0 });
    return { data: presentAsset(crawled, ""), done: false, etag: etagOf(crawled.id, crawled.version) };
  },
  async replay(ctx, _input, targetId: Id<"asset">) {
    const { asset: row, signedUrl } = await getAsset(ctx, { assetId: targetId });
    const done = row.lifecycleState !== "uploading" && row.lifecycleState !== "processing";
    return { data: presentAsset(row, signedUrl), done, etag: etagOf(row.id, row.version) };
  },
});
