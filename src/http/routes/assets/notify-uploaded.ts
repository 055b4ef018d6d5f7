import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { notifyUploaded as notify } from "../../../services/assets/notify-uploaded.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idField } from "../../wire/identifier.ts";

export const notifyUploaded = defineOperation({
  id: "notifyUploaded",
  method: "POST",
  path: "/v1/assets/notifyUploaded",
  who: "user",
  access: "`write` on a collection that holds the asset",
  tag: "assets",
  summary: "The bytes have arrived: fingerprint and index them.",
  description:
    "Without `processInBackground` the asset waits until a thread brings it in, or begins if one has done so already; the thread's events " +
    "tell how it goes on.",
  body: z.object({ assetID: idField("asset"), processInBackground: z.boolean(), processInThread: z.boolean() }),
  example: { assetID: "asset_01h455vb4pex5vsknk084sn02q", processInBackground: true, processInThread: false },
  data: asset,
  async handle(ctx, { body }) {
    const { assetID: assetId, processInBackground, processInThread } = body;
    const notified = await notify(ctx, { assetId, processInBackground, processInThread });
    const etag = etagOf(notified.asset.id, notified.asset.version);
    return { data: presentAsset(notified.asset, notified.signedUrl), done: !notified.started, etag };
  },
});
