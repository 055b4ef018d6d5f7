import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { completeMultipartUpload as complete } from "../../../services/assets/complete-multipart-upload.ts";
import { embedderOf } from "../../../services/context/embedder-of.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const completeMultipartUpload = defineOperation({
  id: "completeMultipartUpload",
  method: "POST",
  path: "/v1/assets/{assetID}/multipart/complete",
  who: "user",
  byKey: true,
  access: "Who registered the asset, while they may `write` it",
  tag: "assets",
  summary: "Make one file of all parts that were sent.",
  description: "Harmless when said again. `notifyUploaded` follows, as behind every upload.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Upload completed.",
  data: asset,
  async handle(ctx, { params }) {
    const { asset: row, signedUrl } = await complete(ctx, { assetId: params.assetID });
    return { data: presentAsset(row, signedUrl, embedderOf(ctx)), etag: etagOf(row.id, row.version) };
  },
});
