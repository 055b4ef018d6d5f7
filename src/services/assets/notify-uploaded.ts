import { completedWith } from "../../domain/asset.ts";
import { stateAfter, transition } from "../../domain/asset-lifecycle.ts";
import { type Authorized, requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { quotasOf } from "../../domain/quota.ts";
import { quotaAssertions, quotaRejection } from "../../storage/d1/service/quotas.ts";
import type { Usage } from "../../domain/usage.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { type AssetView, findAssets } from "../../storage/d1/assets/assets.ts";
import { type Assertion, commit } from "../../storage/d1/core/commit.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { touchRecentAssets } from "../../storage/d1/assets/recent-assets.ts";
import { insertAuditEvents } from "../../storage/d1/service/audit.ts";
import { recordsOf } from "../../storage/d1/collections/tombstones.ts";
import { type AssetFields, updateAssetRow } from "../../storage/d1/assets/changes.ts";
import { hasObjectKey, receivedOf, type StoredObject } from "../../storage/d1/assets/uploads.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { findAwaited, isAwaitedByNone } from "../../storage/d1/assets/watchers.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../context/context.ts";
import type { SignedAsset } from "./create-assets.ts";
import { findStarting, startPipelines } from "./internal/start-pipelines.ts";
import { requireIfMatch } from "../context/if-match.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/**
 * Lease of a batch, in milliseconds. During this time the cron run does not start the assets of the batch
 * again.
 */
const BATCH_LEASE_MS = MS_PER_MINUTE;

export interface NotifyUploadedInput {
  /** At least one id, without duplicates. */
  readonly assetIds: readonly Id<"asset">[];
  readonly processInBackground: boolean;
  readonly processInThread: boolean;
}

export interface NotifiedAsset extends SignedAsset {
  /** True if processing has started. */
  readonly started: boolean;
}

/** Planned change of one asset. */
interface PlannedUpload {
  readonly asset: Authorized<AssetView, "write">;
  readonly arrives: boolean;
  readonly starts: boolean;
}

/**
 * Records that the bytes of these assets have arrived, all or none. Pins the stored objects. Starts
 * processing on request, or if a thread has an asset in scope. Idempotent.
 * @returns the assets in the order of the input
 * @throws ServiceError `failed_precondition` if bytes are missing
 */
export async function notifyUploaded(
  ctx: Context,
  input: NotifyUploadedInput,
): Promise<readonly NotifiedAsset[]> {
  const { assetIds } = input;
  const { actor, rows } = await readAsUser(ctx, {
    assets: findAssets(ctx.db, actorSql(ctx), assetIds),
    awaited: findAwaited(ctx.db, assetIds),
  });
  const found = new Map(rows.assets.map((asset) => [asset.id, asset]));
  const awaited = new Set(rows.awaited.map(({ id }) => id));
  const notices = assetIds.map((id) =>
    noticeOf(ctx, requireAction(found.get(id), "write", "asset"), input, awaited.has(id)),
  );
  const changing = notices.filter(({ arrives, starts }) => arrives || starts);
  const after =
    changing.length === 0 ? new Map<string, never>() : await recordUploads(ctx, actor, changing, input);
  return await Promise.all(
    notices.map(async ({ asset, arrives, starts }) => {
      const now = after.get(asset.id) ?? asset;
      const started = arrives || starts ? starts : asset.lifecycleState === "processing";
      return { asset: now, signedUrl: await signedAssetUrl(ctx, actor, now), started };
    }),
  );
}

function noticeOf(
  ctx: Context,
  asset: Authorized<AssetView, "write">,
  { processInBackground }: NotifyUploadedInput,
  isAwaited: boolean,
): PlannedUpload {
  requireIfMatch(ctx, asset);
  const arrives = asset.lifecycleState === "uploading";
  const canStart = arrives || transition(asset.lifecycleState, "start") !== null;
  return { asset, arrives, starts: (processInBackground && canStart) || (arrives && isAwaited) };
}

async function recordUploads(
  ctx: Context,
  actor: Actor,
  notices: readonly PlannedUpload[],
  input: NotifyUploadedInput,
): Promise<ReadonlyMap<string, Authorized<AssetView, "read">>> {
  const { db, now } = ctx;
  const ids = notices.map(({ asset }) => asset.id);
  const uploads = await Promise.all(
    notices.map(async (notice) => ({ ...notice, object: await objectOf(ctx, notice) })),
  );
  const starting = notices.filter(({ starts }) => starts).map(({ asset }) => asset.id);
  const orders = enqueue(
    db,
    starting.map((assetId) => ({ kind: "process_asset", assetId })),
    starting.length > 1 ? new Date(now.getTime() + BATCH_LEASE_MS) : now,
  );
  const [{ asset: first }] = notices as [PlannedUpload];
  const others = ids.slice(1);
  const { organizationId } = first;
  const used = usageOf(uploads);
  const asking = {
    quotas: quotasOf(ctx.config.quotas, organizationId),
    organizationId,
    using: { ...used, units: 1 },
    now,
  };
  const rows = await commit(actor.writer, {
    asserts: [...notices.flatMap((notice) => assertsOf(actor, notice)), ...quotaAssertions(asking)],
    writes: [
      ...uploads.map((upload) =>
        updateAssetRow(db, upload.asset.id, fieldsOf(upload, input, now), actor.writer),
      ),
      touchRecentAssets(db, actor.id, ids, now),
      ...orders.statements,
      ...(others.length === 0 ? [] : [insertAuditEvents(actor.writer, recordsOf("asset", others))]),
    ],
    audit: { organizationId, targetId: first.id, usage: used },
    returning: { assets: findAssets(db, userOf(actor.id), ids), ...findStarting(db, starting) },
  }).catch(async (error: unknown) => {
    throw (await quotaRejection(db, error, asking)) ?? error;
  });
  startPipelines(ctx, orders.rows, rows);
  return new Map(rows.assets.map((asset) => [asset.id, requireAction(asset, "read", "asset")]));
}

/**
 * Returns the stored object of an upload. An upload through the service has recorded its object, so that no
 * request to the bucket is necessary. Reads require the recorded etag.
 * @returns null if the bytes had arrived before
 */
async function objectOf(ctx: Context, { asset, arrives }: PlannedUpload): Promise<StoredObject | null> {
  if (!arrives) return null;
  const object = receivedOf(asset) ?? (await ctx.platform.bucket.head(asset.objectKey));
  if (object !== null) return object;
  throw new ServiceError(
    "failed_precondition",
    `The file of ${asset.id} has not arrived. PUT it to the signed URL first.`,
  );
}

function usageOf(uploads: readonly { readonly object: StoredObject | null }[]): Usage {
  const arrived = uploads.flatMap(({ object }) => object ?? []);
  return { assets: arrived.length, bytes: arrived.reduce((sum, { size }) => sum + size, 0) };
}

function fieldsOf(
  { asset, arrives, starts, object }: PlannedUpload & { readonly object: StoredObject | null },
  { processInBackground, processInThread }: NotifyUploadedInput,
  now: Date,
): AssetFields {
  const passed = arrives ? completedWith(asset.lifecyclesCompleted, "uploading") : asset.lifecyclesCompleted;
  const pinned = object === null ? {} : { objectEtag: object.etag, fileSize: object.size, uploadedAt: now };
  return {
    ...pinned,
    lifecycleState: stateAfter(
      asset.lifecycleState,
      ...(arrives ? (["arrive"] as const) : []),
      ...(starts ? (["start"] as const) : []),
    ),
    lifecyclesCompleted: starts ? completedWith(passed, arrives ? "uploaded" : asset.lifecycleState) : passed,
    processInBackground,
    processInThread,
    run: starts ? asset.run + 1 : asset.run,
  };
}

function assertsOf(actor: Actor, { asset, starts }: PlannedUpload): Assertion[] {
  return [
    { name: "may_write", holds: mayOnAsset(userOf(actor.id), asset.id, "write") },
    { name: "same_bytes", holds: hasObjectKey(asset.id, asset.objectKey) },
    ...(starts ? [] : [{ name: "not_awaited" as const, holds: isAwaitedByNone(asset.id) }]),
    { name: "same_version", holds: hasVersion("assets", asset) },
  ];
}
