import { completedWith } from "../../domain/asset.ts";
import { stateAfter, transition } from "../../domain/asset-lifecycle.ts";
import { type Authorized, requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { type AssetView, findAsset, findAssetRow, listHolders } from "../../storage/d1/assets/assets.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { touchRecentAssets } from "../../storage/d1/assets/recent-assets.ts";
import { updateAsset } from "../../storage/d1/assets/changes.ts";
import { hasObjectKey } from "../../storage/d1/assets/uploads.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { findAwaited, isAwaitedByNone } from "../../storage/d1/assets/watchers.ts";
import { signedAssetUrl } from "./asset-urls.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../context/context.ts";
import type { SignedAsset } from "./create-assets.ts";
import { requireMatch } from "../context/if-match.ts";

export interface NotifyUploadedInput {
  readonly assetId: Id<"asset">;
  readonly processInBackground: boolean;
  readonly processInThread: boolean;
}

/**
 * The bytes have arrived: pins the stored object, and starts processing when asked to or when a thread has brought the asset in already;
 * harmless when said again.
 * @returns `started`: whether processing is under way
 * @throws ServiceError `failed_precondition` when there are no bytes
 */
export async function notifyUploaded(ctx: Context, input: NotifyUploadedInput): Promise<SignedAsset & { started: boolean }> {
  const { actor, rows } = await readAsUser(ctx, {
    asset: findAsset(ctx.db, actorSql(ctx), input.assetId),
    awaited: findAwaited(ctx.db, input.assetId),
  });
  const asset = requireAction(rows.asset[0], "write", "asset");
  requireMatch(ctx, asset);
  const arrives = asset.lifecycleState === "uploading";
  const canStart = arrives || transition(asset.lifecycleState, "start") !== null;
  const starts = (input.processInBackground && canStart) || (arrives && rows.awaited.length > 0);
  if (!arrives && !starts) {
    const started = asset.lifecycleState === "processing";
    return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset), started };
  }
  const after = await recordUpload(ctx, actor, asset, input, starts);
  return { asset: after, signedUrl: await signedAssetUrl(ctx, actor, after), started: starts };
}

async function recordUpload(
  ctx: Context,
  actor: Actor,
  asset: Authorized<AssetView, "write">,
  input: NotifyUploadedInput,
  starts: boolean,
): Promise<Authorized<AssetView, "read">> {
  const { db, now } = ctx;
  const arrives = asset.lifecycleState === "uploading";
  const object = arrives ? await ctx.platform.bucket.head(asset.objectKey) : null;
  if (arrives && object === null)
    throw new ServiceError("failed_precondition", "The bytes have not arrived: PUT them to the signed URL first.");
  const passed = arrives ? completedWith(asset.lifecyclesCompleted, "uploading") : asset.lifecyclesCompleted;
  const pinned = object === null ? {} : { objectEtag: object.etag, fileSize: object.size, uploadedAt: now };
  const fields = {
    ...pinned,
    lifecycleState: stateAfter(asset.lifecycleState, ...(arrives ? (["arrive"] as const) : []), ...(starts ? (["start"] as const) : [])),
    lifecyclesCompleted: starts ? completedWith(passed, arrives ? "uploaded" : asset.lifecycleState) : passed,
    processInBackground: input.processInBackground,
    processInThread: input.processInThread,
    run: starts ? asset.run + 1 : asset.run,
  };
  const started = enqueue(db, starts ? [{ kind: "process_asset", assetId: asset.id }] : [], now);
  const rows = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnAsset(userOf(actor.id), asset.id, "write") },
      { name: "same_bytes", holds: hasObjectKey(asset.id, asset.objectKey) },
      ...(starts ? [] : [{ name: "not_awaited" as const, holds: isAwaitedByNone(asset.id) }]),
      { name: "same_version", holds: hasVersion("assets", asset) },
    ],
    writes: [updateAsset(db, asset.id, fields, actor.writer), touchRecentAssets(db, actor.id, [asset.id], now), ...started.statements],
    audit: { organizationId: asset.organizationId, targetId: asset.id },
    returning: { asset: findAsset(db, userOf(actor.id), asset.id), row: findAssetRow(db, asset.id), holders: listHolders(db, asset.id) },
  });
  const [row] = rows.row;
  const collectionIds = rows.holders.map((holder) => holder.collectionId);
  // The pipeline takes the order away with its own first commit; the cron run delivers it if this is lost.
  const order = started.rows[0]?.id;
  if (order !== undefined && row !== undefined) {
    ctx.defer(ctx.platform.pipeline(asset.id).start({ assetId: asset.id, order, found: { asset: row, collectionIds } }));
  }
  return requireAction(rows.asset[0], "read", "asset");
}
