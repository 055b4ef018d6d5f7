import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { completeMultipartUpload } from "../../../services/assets/complete-multipart-upload.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const completeMultipartUploadOperation = defineOperation({
  id: "completeMultipartUpload",
  method: "POST",
  path: "/v1/assets/{assetID}/multipart/complete",
  audience: "user",
  acceptsKeys: true,
  access: "The asset's creator, with `write` on it",
  tag: "assets",
  summary: "Join the uploaded parts into one file.",
  description: "Idempotent. Call `notifyUploaded` afterwards, as for every upload.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Upload completed.",
  data: asset,
  async handle(ctx, { params }) {
    const { asset: row, signedUrl } = await completeMultipartUpload(ctx, { assetId: params.assetID });
    return { data: presentAsset(row, signedUrl, embedderName(ctx)), etag: etagOf(row.id, row.version) };
  },
});
