import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { idParam } from "../../wire/identifier.ts";

export const getAssetOperation = defineOperation({
  id: "getAsset",
  method: "GET",
  path: "/v1/assets/{assetID}",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  tag: "assets",
  summary: "An asset that the user may read through one of its collections.",
  params: z.object({ assetID: idParam("asset") }),
  message: "Asset found.",
  data: asset,
  async handle(ctx, { params }) {
    const found = await getAsset(ctx, { assetId: params.assetID });
    return {
      data: presentAsset(found.asset, found.signedUrl, embedderName(ctx)),
      etag: etagOf(found.asset.id, found.asset.version),
    };
  },
});
