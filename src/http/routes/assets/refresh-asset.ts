import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { type RefreshedAsset, refreshAsset } from "../../../services/assets/refresh-asset.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { refreshEvery } from "../../wire/assets/refresh-every.ts";
import { idParam } from "../../wire/identifier.ts";
import { replayReading } from "./reprocess-asset.ts";
import { SECONDS_PER_DAY } from "../../../domain/time.ts";

export const refreshAssetOperation = defineOperation({
  id: "refreshAsset",
  method: "POST",
  path: "/v1/assets/{assetID}/refresh",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on a collection that holds the asset",
  tag: "assets",
  summary: "Fetch a crawled page again, and process it if it has changed.",
  description:
    "The service sends a conditional request. If the page is unchanged, nothing changes, and " +
    "`message` says so. If the page has changed, the asset gets a new text version, and citations " +
    "keep theirs. If the refresh fails, the asset keeps its text and `refresh.failureReason` records " +
    "the error. `refreshEvery` (seconds, at least 3,600; 0 for never) schedules refreshes.",
  params: z.object({ assetID: idParam("asset") }),
  body: z.object({ refreshEvery }),
  example: { refreshEvery: SECONDS_PER_DAY },
  message: "Refresh scheduled.",
  data: asset,
  async handle(ctx, { params, body }) {
    const refreshed = await refreshAsset(ctx, { assetId: params.assetID, refreshEvery: body.refreshEvery });
    const { asset: row, signedUrl, outcome } = refreshed;
    const done = outcome !== null && outcome !== "reading";
    return {
      data: presentAsset(row, signedUrl, embedderName(ctx)),
      message: messageOf(refreshed),
      done,
      etag: etagOf(row.id, row.version),
    };
  },
  replay: replayReading,
});

function messageOf({ asset: { refreshFailure, failureReason }, outcome }: RefreshedAsset): string {
  switch (outcome) {
    case "unchanged":
      return "The page has not changed.";
    case "changed":
      return "The page has changed, and its new text is there.";
    case "failed":
      return `The page could not be refreshed. ${refreshFailure || failureReason}`;
    case "reading":
    case null:
      return "The page is being fetched and read.";
    default:
      return outcome satisfies never;
  }
}
