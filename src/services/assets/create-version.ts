import { isRenewable } from "../../domain/asset-lifecycle.ts";
import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireIfMatch } from "../context/if-match.ts";
import type { NewAsset } from "./create-assets.ts";
import { signedVersionUpload } from "./internal/asset-urls.ts";

const IS_PAGE = "A crawled page gets its versions by a refresh.";
const NOT_NOW = "The service is processing this document. Upload the new version afterwards.";

/**
 * Returns a signed URL for the bytes of a new version of an uploaded document. Nothing changes before the
 * bytes arrive.
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` for another revision
 * @throws ServiceError `failed_precondition` for a page, or while the document is being processed
 */
export async function createVersion(
  ctx: Context,
  { assetId, ...file }: NewAsset & { readonly assetId: Id<"asset"> },
): Promise<{ readonly signedUrl: string; readonly expiresAt: Date }> {
  const { actor, rows } = await readAsUser(ctx, { asset: findAsset(ctx.db, actorSql(ctx), assetId) });
  const asset = requireAction(rows.asset[0], "write", "asset");
  requireIfMatch(ctx, asset);
  if (asset.sourceUrl !== "") throw new ServiceError("failed_precondition", IS_PAGE);
  if (!isRenewable(asset)) throw new ServiceError("failed_precondition", NOT_NOW);
  return await signedVersionUpload(ctx, actor, asset, file);
}
