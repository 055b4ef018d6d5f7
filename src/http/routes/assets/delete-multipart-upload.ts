import * as z from "zod";
import { deleteMultipartUpload } from "../../../services/assets/delete-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

const data = { message: "Upload canceled. The parts that arrived are deleted." };

export const deleteMultipartUploadOperation = defineOperation({
  id: "deleteMultipartUpload",
  method: "DELETE",
  path: "/v1/assets/{assetID}/multipart",
  audience: "user",
  acceptsKeys: true,
  access: "The asset's creator, with `write` on it",
  tag: "assets",
  summary: "Cancel a multipart upload and delete its parts.",
  description: "Idempotent. The service cancels an upload after a day without activity.",
  params: z.object({ assetID: idParam("asset") }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params }) {
    await deleteMultipartUpload(ctx, { assetId: params.assetID });
    return { data };
  },
});
