import { sql } from "drizzle-orm";
import { type AssetState, completedWith } from "../domain/asset.ts";
import { type Authorized, requireAction } from "../domain/authorized.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { mayOnAsset } from "../storage/d1/access-sql.ts";
import { type AssetView, findAsset } from "../storage/d1/asset-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { putOutbox } from "../storage/d1/outbox-store.ts";
import { touchRecentAssets } from "../storage/d1/recent-assets-store.ts";
import { assets } from "../storage/d1/schema/assets.ts";
import { findAwaited, isAwaited } from "../storage/d1/watcher-store.ts";
import { signedAssetUrl } from "./asset-urls.ts";
import { type Actor, actorSql, type Context, readAsUser } from "./context.ts";
import type { SignedAsset } from "./create-asset.ts";
import { requireMatch } from "./if-match.ts";
import { deliverSoon } from "./outbox.ts";

/** States from which processing begins; what has failed may be tried again. */
const STARTABLE: ReadonlySet<AssetState> = new Set(["uploading", "uploaded", "failed"]);

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
export async function notifyUploaded(
  ctx: Context,
  input: NotifyUploadedInput,
): Promise<SignedAsset & { eventKey: string; started: boolean }> {
  const { actor, rows } = await readAsUser(ctx, {
    asset: findAsset(ctx.db, actorSql(ctx), input.assetId),
    awaited: findAwaited(ctx.db, input.assetId),
  });
  const asset = requireAction(rows.asset[0], "write", "asset");
  requireMatch(ctx, asset);
  const isAwaitedByThread = asset.lifecycleState === "uploading" && rows.awaited.length > 0;
  const starts = (input.processInBackground && STARTABLE.has(asset.lifecycleState)) || isAwaitedByThread;
  if (asset.lifecycleState !== "uploading" && !starts) {
    const started = asset.lifecycleState === "processing";
    return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset), eventKey: "", started };
  }
  const { asset: after, eventKey } = await recordUpload(ctx, actor, asset, input, starts);
  return { asset: after, signedUrl: await signedAssetUrl(ctx, actor, after), eventKey, started: starts };
}

async function recordUpload(
  ctx: Context,
  actor: Actor,
  asset: Authorized<AssetView, "write">,
  input: NotifyUploadedInput,
  starts: boolean,
): Promise<{ asset: AssetView; eventKey: string }> {
  const { db, now } = ctx;
  const arrives = asset.lifecycleState === "uploading";
  const object = arrives ? await ctx.platform.bucket.head(asset.objectKey) : null;
  if (arrives && object === null)
    throw new ServiceError("failed_precondition", "The bytes have not arrived: PUT them to the signed URL first.");
  const passed = arrives ? completedWith(asset.lifecyclesCompleted, "uploading") : asset.lifecyclesCompleted;
  const pinned = object === null ? {} : { objectEtag: object.etag, fileSize: object.size, uploadedAt: now };
  const change = db.build
    .update(assets)
    .set({
      ...pinned,
      lifecycleState: starts ? "processing" : "uploaded",
      lifecyclesCompleted: starts ? completedWith(passed, arrives ? "uploaded" : asset.lifecycleState) : passed,
      processInBackground: input.processInBackground,
      processInThread: input.processInThread,
      run: starts ? asset.run + 1 : asset.run,
      version: sql`${assets.version} + 1`,
      modifiedAt: now,
      modifiedBy: actor.id,
    })
    .where(sql`${assets.id} = ${asset.id}`);
  const outboxId = newId("event");
  const { eventKey, rows } = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnAsset(sql`${actor.id}`, sql`${asset.id}`, "write") },
      { name: "same_bytes", holds: sql`(SELECT a.object_key FROM assets a WHERE a.id = ${asset.id}) = ${asset.objectKey}` },
      ...(starts ? [] : [{ name: "not_awaited", holds: sql`NOT ${isAwaited(sql`${asset.id}`)}` }]),
      { name: "same_version", holds: sql`(SELECT a.version FROM assets a WHERE a.id = ${asset.id}) = ${asset.version}` },
    ],
    statements: [
      change,
      touchRecentAssets(db, actor.id, [asset.id], now),
      ...(starts ? [putOutbox(db, { id: outboxId, kind: "process_asset", targetId: asset.id, at: now })] : []),
    ],
    event: { organizationId: asset.organizationId, targetId: asset.id },
    reads: { asset: findAsset(db, sql`${actor.id}`, asset.id) },
  });
  if (starts) deliverSoon(ctx, { id: outboxId, kind: "process_asset", targetId: asset.id });
  return { asset: requireAction(rows.asset[0], "read", "asset"), eventKey };
}
