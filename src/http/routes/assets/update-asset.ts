import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import { etagOf } from "../../../domain/etag.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { updateAsset } from "../../../services/assets/update-asset.ts";
import type { SignedAsset } from "../../../services/assets/create-assets.ts";
import type { Context } from "../../../services/context/context.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { name } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";

export const updateAssetOperation = defineOperation({
  id: "updateAsset",
  method: "POST",
  path: "/v1/assets/{assetID}/attributes",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on every collection that holds the asset",
  tag: "assets",
  summary: "Rename an asset.",
  description:
    "Lists, searches and answers use the new name. `originalFileName` stays, and search still finds it.",
  params: z.object({ assetID: idParam("asset") }),
  body: z.object({ assetId: idField("asset"), displayName: name(1, 255) }),
  example: { assetId: "asset_01h455vb4pex5vsknk084sn02q", displayName: "Lease of the mill, 1871" },
  message: ({ changed }) => (changed ? "Asset renamed." : "The asset has this name already."),
  data: asset,
  async handle(ctx, { params, body }) {
    if (body.assetId !== params.assetID) throw invalidField("assetId", "is not the one in the path");
    return present(ctx, await updateAsset(ctx, { assetId: params.assetID, displayName: body.displayName }));
  },
  async replay(ctx, { params }) {
    return present(ctx, await getAsset(ctx, { assetId: params.assetID }));
  },
});

function present(ctx: Context, { asset: found, signedUrl }: SignedAsset) {
  return { data: presentAsset(found, signedUrl, embedderName(ctx)), etag: etagOf(found.id, found.version) };
}
