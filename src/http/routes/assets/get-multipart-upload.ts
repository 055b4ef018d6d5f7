import * as z from "zod";
import { getMultipartUpload as get } from "../../../services/assets/get-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { multipart, presentMultipartUpload } from "../../wire/assets/multipart.ts";
import { idParam } from "../../wire/identifier.ts";

export const getMultipartUpload = defineOperation({
  id: "getMultipartUpload",
  method: "GET",
  path: "/v1/assets/{assetID}/multipart",
  who: "user",
  byKey: true,
  access: "Who registered the asset, while they may `write` it",
  contract: { reader: "permission_denied" },
  tag: "assets",
  summary: "Which parts of an upload have arrived, with a fresh URL for each of the others.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Upload found.",
  data: multipart,
  async handle(ctx, { params }) {
    const upload = await get(ctx, { assetId: params.assetID });
    return { data: presentMultipartUpload(upload), done: upload.state !== "open" };
  },
});
