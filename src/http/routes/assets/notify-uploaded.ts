import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { notifyUploaded } from "../../../services/assets/notify-uploaded.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idField } from "../../wire/identifier.ts";

export const notifyUploadedOperation = defineOperation({
  id: "notifyUploaded",
  method: "POST",
  path: "/v1/assets/notifyUploaded",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on a collection that holds the asset",
  tag: "assets",
  summary: "Report that the bytes have arrived, so that the service processes them.",
  description:
    "`assetIDs` replaces `assetID` for up to 100 assets, all or nothing; `data` then lists them in " +
    "order. Without `processInBackground` the asset waits until a thread includes it. Thread events " +
    "report the progress.",
  body: z
    .object({
      assetID: idField("asset").optional(),
      assetIDs: idList("asset").optional(),
      processInBackground: z.boolean(),
      processInThread: z.boolean(),
    })
    .refine(({ assetID, assetIDs }) => (assetID === undefined) !== (assetIDs === undefined), {
      path: ["assetID"],
      message: "must be named, or else `assetIDs`",
    }),
  example: { assetID: "asset_01h455vb4pex5vsknk084sn02q", processInBackground: true, processInThread: false },
  message: ({ done }) => (done ? "Bytes received." : "Processing started."),
  data: z.union([asset, z.array(asset)]),
  async handle(ctx, { body }) {
    const { assetID, assetIDs, processInBackground, processInThread } = body;
    const assetIds = assetID === undefined ? (assetIDs ?? []) : [assetID];
    const notified = await notifyUploaded(ctx, { assetIds, processInBackground, processInThread });
    const embedder = embedderName(ctx);
    const records = notified.map(({ asset: row, signedUrl }) => presentAsset(row, signedUrl, embedder));
    const done = notified.every(({ started }) => !started);
    const [one] = notified;
    if (assetID === undefined || one === undefined) return { data: records, done };
    return { data: records[0]!, done, etag: etagOf(one.asset.id, one.asset.version) };
  },
});
