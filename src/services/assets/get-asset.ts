import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import type { SignedAsset } from "./create-assets.ts";

/** @throws ServiceError `not_found` if the caller may read none of the asset's collections */
export async function getAsset(ctx: Context, input: { assetId: Id<"asset"> }): Promise<SignedAsset> {
  const { actor, rows } = await readAsUser(ctx, { asset: findAsset(ctx.db, actorSql(ctx), input.assetId) });
  const asset = requireAction(rows.asset[0], "read", "asset");
  return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset) };
}
