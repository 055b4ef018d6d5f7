import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { parsePendingVersion } from "../../domain/pending-version.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { selectAssetTexts } from "../../storage/d1/assets/versions.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface AssetVersion {
  /** The hash of the text. */
  readonly version: string;
  readonly createdAt: Date;
  readonly isCurrent: boolean;
}

export interface AssetVersions {
  readonly versions: readonly AssetVersion[];
  /** Name of the uploaded file that is being read; "" without one. */
  readonly pendingFileName: string;
  /** Why the last new version could not be read; "" after a success. */
  readonly failureReason: string;
}

/** Lists the texts of an asset, the newest first. @throws ServiceError `not_found` */
export async function listVersions(
  ctx: Context,
  { assetId, limit }: { readonly assetId: Id<"asset">; readonly limit: number },
): Promise<AssetVersions> {
  const { rows } = await readAsUser(ctx, {
    asset: findAsset(ctx.db, actorSql(ctx), assetId),
    texts: selectAssetTexts(ctx.db, assetId, limit),
  });
  const { textVersion, pendingVersion, refreshFailure } = requireAction(rows.asset[0], "read", "asset");
  return {
    versions: rows.texts.map((text) => ({ ...text, isCurrent: text.version === textVersion })),
    pendingFileName: parsePendingVersion(pendingVersion)?.originalFileName ?? "",
    failureReason: refreshFailure,
  };
}
