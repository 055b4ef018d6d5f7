import { completedWith } from "../../domain/asset.ts";
import { isRenewable, stateAfter, transition } from "../../domain/asset-lifecycle.ts";
import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { updateAssetRow } from "../../storage/d1/assets/changes.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireIfMatch } from "../context/if-match.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import type { SignedAsset } from "./create-assets.ts";
import { findStarting, startPipelines } from "./internal/start-pipelines.ts";

/**
 * Processes an asset again from its stored bytes, whatever its state. A run in progress becomes stale. Cited
 * text versions stay. If an uploaded version waits, the service reads that version instead.
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` for another revision
 * @throws ServiceError `failed_precondition` while the upload is pending
 */
export async function reprocessAsset(
  ctx: Context,
  { assetId }: { readonly assetId: Id<"asset"> },
): Promise<SignedAsset> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, { asset: findAsset(db, actorSql(ctx), assetId) });
  const asset = requireAction(rows.asset[0], "write", "asset");
  requireIfMatch(ctx, asset);
  const { lifecycleState } = asset;
  if (transition(lifecycleState, "redo") === null) {
    throw new ServiceError("failed_precondition", "The file of this asset has not arrived. Upload it first.");
  }
  const isWaiting = asset.pendingVersion !== "" && isRenewable(asset);
  const orders = enqueue(db, [{ kind: isWaiting ? "refresh_asset" : "process_asset", assetId }], now);
  const fields = {
    lifecycleState: stateAfter(lifecycleState, "redo"),
    lifecyclesCompleted: completedWith(asset.lifecyclesCompleted, lifecycleState),
    run: asset.run + 1,
    // Ends the current job of a processor. Its later reports are rejected, and a new job processes the file.
    jobId: null,
    workerStrategy: "",
  };
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnAsset(userOf(actor.id), assetId, "write") },
      { name: "same_version", holds: hasVersion("assets", asset) },
    ],
    writes: [updateAssetRow(db, assetId, isWaiting ? {} : fields, actor.writer), ...orders.statements],
    audit: { organizationId: asset.organizationId, targetId: assetId },
    returning: { asset: findAsset(db, userOf(actor.id), assetId), ...findStarting(db, [assetId]) },
  });
  if (isWaiting) ctx.defer(ctx.platform.pipeline(assetId).refresh({ assetId, waitMs: 0 }));
  else startPipelines(ctx, orders.rows, after);
  const started = requireAction(after.asset[0], "read", "asset");
  return { asset: started, signedUrl: await signedAssetUrl(ctx, actor, started) };
}
