import * as z from "zod";
import { deleteMultipartUpload as end } from "../../../services/assets/delete-multipart-upload.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

const data = { message: "Upload canceled. The parts that arrived are deleted." };

export const deleteMultipartUpload = defineOperation({
  id: "deleteMultipartUpload",
  method: "DELETE",
  path: "/v1/assets/{assetID}/multipart",
  who: "user",
  byKey: true,
  access: "Who registered the asset, while they may `write` it",
  tag: "assets",
  summary: "Give up an upload in parts, and what has come of it.",
  description: "Harmless where there is none. What is forgotten for a day is given up by itself.",
  params: z.object({ assetID: idParam("asset") }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params }) {
    await end(ctx, { assetId: params.assetID });
    return { data };
  },
});
