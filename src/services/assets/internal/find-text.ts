import { requireAction } from "../../../domain/authorized.ts";
import { notFound, ServiceError } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { findAsset, findAssetText } from "../../../storage/d1/assets/assets.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";

/**
 * Finds a stored text of an asset that the caller may read.
 * @param version null selects the current version
 * @throws ServiceError `failed_precondition` before the first text, `not_found` for an unknown version
 */
export async function findText(ctx: Context, assetId: Id<"asset">, version: string | null) {
  const { rows } = await readAsUser(ctx, {
    asset: findAsset(ctx.db, actorSql(ctx), assetId),
    text: findAssetText(ctx.db, assetId, version),
  });
  requireAction(rows.asset[0], "read", "asset");
  const found = rows.text[0];
  if (found !== undefined) return found;
  if (version !== null) throw notFound("version of this text");
  throw new ServiceError("failed_precondition", "This asset has no extracted text.");
}
