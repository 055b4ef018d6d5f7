import * as z from "zod";
import { MAX_MULTIPART_BYTES } from "../../../domain/asset.ts";
import { createMultipartUpload as create } from "../../../services/assets/create-multipart-upload.ts";
import { getMultipartUpload } from "../../../services/assets/get-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { multipart, presentMultipartUpload } from "../../wire/assets/multipart.ts";
import { sha256 } from "../../wire/assets/new-asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const createMultipartUpload = defineOperation({
  id: "createMultipartUpload",
  method: "POST",
  path: "/v1/assets/{assetID}/multipart",
  who: "user",
  byKey: true,
  access: "Who registered the asset, while they may `write` it",
  tag: "assets",
  summary: "Send an asset's bytes in parts: for files above 100 MB, and where connections break.",
  description:
    "In place of the one PUT to `signedURL`. Send each part to its `url`, several at once if you like; read the upload again for what has arrived and for fresh URLs; complete it, and say `notifyUploaded`. " +
    "Asked again with the same size, an upload that is under way is answered as it is. With `sha256` the file is failed when its bytes are others.",
  params: z.object({ assetID: idParam("asset") }),
  body: z.object({ size: z.int().min(1).max(MAX_MULTIPART_BYTES).describe("Of the whole file, in bytes."), sha256 }),
  example: { size: 150_000_000 },
  message: "Upload in parts opened.",
  data: multipart,
  async handle(ctx, { params, body }) {
    return { data: presentMultipartUpload(await create(ctx, { assetId: params.assetID, ...body })), done: false };
  },
  async replay(ctx, { params }) {
    const upload = await getMultipartUpload(ctx, { assetId: params.assetID });
    return { data: presentMultipartUpload(upload), done: upload.state !== "open" };
  },
});
