import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { signedDownload } from "./internal/asset-urls.ts";

export interface AssetDownload {
  readonly address: string;
  readonly expiresAt: Date;
  readonly fileName: string;
  /** In bytes. */
  readonly fileSize: number;
}

/**
 * Returns an address that saves the original bytes of an asset without a credential. Each use of the address
 * checks again whether its user may read the asset.
 * @throws ServiceError `not_found`, `failed_precondition` before the bytes have arrived
 */
export async function getAssetDownload(
  ctx: Context,
  { assetId }: { readonly assetId: Id<"asset"> },
): Promise<AssetDownload> {
  const { actor, rows } = await readAsUser(ctx, { asset: findAsset(ctx.db, actorSql(ctx), assetId) });
  const asset = requireAction(rows.asset[0], "read", "asset");
  if (asset.objectEtag === "")
    throw new ServiceError("failed_precondition", "The file of this asset has not arrived.");
  const { originalFileName: fileName, fileSize } = asset;
  return { ...(await signedDownload(ctx, actor, asset)), fileName, fileSize };
}
