import * as z from "zod";
import { MAX_MULTIPART_BYTES } from "../../../domain/asset.ts";
import { createMultipartUpload } from "../../../services/assets/create-multipart-upload.ts";
import { getMultipartUpload } from "../../../services/assets/get-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { multipart, presentMultipartUpload } from "../../wire/assets/multipart.ts";
import { sha256Field } from "../../wire/assets/new-asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const createMultipartUploadOperation = defineOperation({
  id: "createMultipartUpload",
  method: "POST",
  path: "/v1/assets/{assetID}/multipart",
  audience: "user",
  acceptsKeys: true,
  access: "The asset's creator, with `write` on it",
  tag: "assets",
  summary: "Start a multipart upload, for files above 100 MB and for unreliable connections.",
  description:
    "It replaces the single PUT to `signedURL`. PUT each part to its `url`, in parallel if you like. " +
    "`GET` the upload for the received parts and fresh URLs. Then complete it and call " +
    "`notifyUploaded`. A repeated call with the same size returns the active upload. With `sha256`, a " +
    "file with other bytes becomes `failed`.",
  params: z.object({ assetID: idParam("asset") }),
  body: z.object({
    size: z.int().min(1).max(MAX_MULTIPART_BYTES).describe("Size of the whole file, in bytes."),
    sha256: sha256Field,
  }),
  example: { size: 150_000_000 },
  message: "Upload in parts opened.",
  data: multipart,
  async handle(ctx, { params, body }) {
    return {
      data: presentMultipartUpload(await createMultipartUpload(ctx, { assetId: params.assetID, ...body })),
      done: false,
    };
  },
  async replay(ctx, { params }) {
    const upload = await getMultipartUpload(ctx, { assetId: params.assetID });
    return { data: presentMultipartUpload(upload), done: upload.state !== "open" };
  },
});
