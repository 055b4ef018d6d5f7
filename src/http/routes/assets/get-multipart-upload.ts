import * as z from "zod";
import { getMultipartUpload } from "../../../services/assets/get-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { multipart, presentMultipartUpload } from "../../wire/assets/multipart.ts";
import { idParam } from "../../wire/identifier.ts";

export const getMultipartUploadOperation = defineOperation({
  id: "getMultipartUpload",
  method: "GET",
  path: "/v1/assets/{assetID}/multipart",
  audience: "user",
  acceptsKeys: true,
  access: "The asset's creator, with `write` on it",
  contract: { reader: "permission_denied" },
  tag: "assets",
  summary: "The received parts of an upload, and a fresh URL for each missing part.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Upload found.",
  data: multipart,
  async handle(ctx, { params }) {
    const upload = await getMultipartUpload(ctx, { assetId: params.assetID });
    return { data: presentMultipartUpload(upload), done: upload.state !== "open" };
  },
});
