import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { reprocessAsset } from "../../../services/assets/reprocess-asset.ts";
import type { Context } from "../../../services/context/context.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const reprocessAssetOperation = defineOperation({
  id: "reprocessAsset",
  method: "POST",
  path: "/v1/assets/{assetID}/reprocess",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on a collection that holds the asset",
  tag: "assets",
  summary: "Process an asset again from its stored bytes.",
  description:
    "For failed assets, and for formats that the service supports better today. The asset is " +
    "`processing` until it is `ready` again, and search skips it meanwhile. Citations keep their text " +
    "version.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Processing started again.",
  data: asset,
  async handle(ctx, { params }) {
    const { asset: row, signedUrl } = await reprocessAsset(ctx, { assetId: params.assetID });
    return {
      data: presentAsset(row, signedUrl, embedderName(ctx)),
      done: false,
      etag: etagOf(row.id, row.version),
    };
  },
  replay: replayReading,
});

/** Presents the asset's current state in response to a repeated request for processing. */
export async function replayReading(
  ctx: Context,
  { params }: { readonly params: { readonly assetID: Id<"asset"> } },
) {
  const { asset: row, signedUrl } = await getAsset(ctx, { assetId: params.assetID });
  return {
    data: presentAsset(row, signedUrl, embedderName(ctx)),
    done: row.lifecycleState !== "processing",
    etag: etagOf(row.id, row.version),
  };
}
