import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { updateAssetRow } from "../../storage/d1/assets/changes.ts";
import { findMayRename, mayRename } from "../../storage/d1/assets/rename.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import type { SignedAsset } from "./create-assets.ts";

export interface UpdateAssetInput {
  readonly assetId: Id<"asset">;
  readonly displayName: string;
}

/**
 * Renames an asset in every collection and notifies its index. Does nothing if the name is unchanged.
 * @throws ServiceError `not_found`, `aborted` if `If-Match` names another revision
 * @throws ServiceError `permission_denied` without `write` on every collection of the asset
 */
export async function updateAsset(
  ctx: Context,
  { assetId, displayName }: UpdateAssetInput,
): Promise<SignedAsset> {
  const { db, now } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    asset: findAsset(db, viewer, assetId),
    everywhere: findMayRename(db, viewer, assetId),
  });
  const asset = requireAction(rows.asset[0], "write", "asset");
  if (rows.everywhere.length === 0) {
    throw new ServiceError(
      "permission_denied",
      "Another collection also holds this asset, and you may not write there.",
    );
  }
  requireIfMatch(ctx, asset);
  if (asset.displayName === displayName) return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset) };
  const me = userOf(actor.id);
  const indexed = enqueue(db, [{ kind: "index_collections", assetId }], now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_read", holds: mayOnAsset(me, assetId, "write") },
      { name: "may_write", holds: mayRename(me, assetId) },
      ...ifMatchAsserts(ctx, "assets", asset),
    ],
    writes: [updateAssetRow(db, assetId, { displayName }, actor.writer), ...indexed.statements],
    audit: { organizationId: asset.organizationId, targetId: assetId, changes: { fields: ["displayName"] } },
    returning: { asset: findAsset(db, me, assetId) },
  });
  ctx.runInline(indexed.rows);
  const renamed = requireAction(after.asset[0], "read", "asset");
  return { asset: renamed, signedUrl: await signedAssetUrl(ctx, actor, renamed) };
}
