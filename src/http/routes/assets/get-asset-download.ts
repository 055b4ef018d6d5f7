import * as z from "zod";
import { getAssetDownload } from "../../../services/assets/get-asset-download.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { timestamp } from "../../wire/values.ts";

export const getAssetDownloadOperation = defineOperation({
  id: "getAssetDownload",
  method: "GET",
  path: "/v1/assets/{assetID}/download",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  tag: "assets",
  summary: "An address that saves the original file.",
  description:
    "The address needs no header, names its user and is valid for ten minutes. It answers " +
    "`Content-Disposition: attachment` with the file's name, and byte ranges. Each use checks the user's " +
    "right again, so that a revoked right answers `not_found`. Before the bytes have arrived the operation " +
    "answers `failed_precondition`.",
  params: z.object({ assetID: idParam("asset") }),
  message: "The address is valid for ten minutes.",
  data: z.object({
    address: z.string().meta({ description: "The signed address of the file." }),
    expiresAt: timestamp.meta({ description: "When the address ends: ISO 8601, UTC." }),
    fileName: z.string().meta({ description: "The name under which browsers save the file." }),
    fileSize: z.int().min(0).meta({ description: "Size of the file in bytes." }),
  }),
  async handle(ctx, { params }) {
    const { expiresAt, ...download } = await getAssetDownload(ctx, { assetId: params.assetID });
    return { data: { ...download, expiresAt: expiresAt.toISOString() } };
  },
});
