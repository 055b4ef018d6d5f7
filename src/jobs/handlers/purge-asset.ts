import { objectKeys, parseArtifacts } from "../../domain/asset.ts";
import { NOTHING_REMOVED, type Removed } from "../../domain/deletion.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { selectUncreatedEntries } from "../../storage/d1/assets/archive-entries.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import {
  countRowsOfAsset,
  deleteAssetRow,
  deleteRowsOfAsset,
  findAssetToPurge,
  selectQuotes,
  selectTexts,
  redactQuotes,
} from "../../storage/d1/assets/purge.ts";
import { findMultipart } from "../../storage/d1/assets/multipart.ts";
import { endMultipart } from "../../storage/r2/end-multipart.ts";
import { selectThreadsReferencing } from "../../storage/d1/assets/threads-referencing.ts";
import { addToReceipts, findDeletionOf } from "../../storage/d1/collections/purge.ts";
import type { JobContext } from "../job-context.ts";
import type { Job, JobOf } from "../job.ts";

const OBJECTS_PER_STEP = 1_000;
const ROOMS_PER_STEP = 50;
const QUOTES_PER_STEP = 50;
const ROWS_PER_STEP = 500;

/**
 * Purges a deleted asset in bounded steps: pipeline, passages, objects, data in rooms, quotes, rows, and
 * finally the asset's own row.
 * @throws Error if a store is unavailable; the retry finds the remaining data
 */
export async function handlePurgeAsset(ctx: JobContext, job: JobOf<"purge_asset">): Promise<Job | null> {
  const { db, platform } = ctx;
  const { kind, assetId, after } = job;
  const telling = selectThreadsReferencing(db, assetId, after ?? "", ROOMS_PER_STEP);
  const rows = await db.read({
    asset: findAssetToPurge(db, assetId),
    texts: selectTexts(db, assetId),
    unmade: selectUncreatedEntries(db, assetId),
    telling,
    deletion: findDeletionOf(db, assetId),
    upload: findMultipart(db, assetId),
  });
  const asset = rows.asset[0];
  if (asset === undefined) return null;
  const removed = { ...NOTHING_REMOVED };
  // The bucket's list does not include parts of an incomplete multipart upload.
  for (const upload of rows.upload) await endMultipart(platform.bucket, upload);
  if (after === null && !(await emptyStores(ctx, asset, rows, removed))) return await goOn(ctx, job, removed);
  for (const { threadId } of rows.telling)
    await platform
      .room(threadId)
      .dropEvents(rows.deletion[0]?.id ?? assetId, asset.deletedAt?.getTime() ?? Date.now());
  removed.rooms = rows.telling.length;
  const last = rows.telling.at(-1)?.threadId;
  if (rows.telling.length === ROOMS_PER_STEP && last !== undefined)
    return await goOn(ctx, { kind, assetId, after: last }, removed);
  return (await deleteRows(ctx, asset, removed)) ? null : job;
}

type Counts = { -readonly [K in keyof Removed]: number };

async function goOn({ db }: JobContext, next: JobOf<"purge_asset">, removed: Removed): Promise<Job> {
  await db.write([addToReceipts(db, next.assetId, removed, null)]);
  return next;
}

interface Kept {
  readonly texts: readonly { readonly textKey: string; readonly chunksKey: string }[];
  /** Archive entries with stored bytes whose assets were never created. */
  readonly unmade: readonly { readonly assetId: Id<"asset"> }[];
}

/**
 * Removes the asset's data from pipeline, index and bucket.
 * @returns whether no data remains in them
 */
async function emptyStores(
  { platform: { bucket, index, pipeline, bulkIngest }, yieldTimer }: JobContext,
  { id: assetId, organizationId, shard, objectKey, artifacts }: AssetRow,
  { texts, unmade }: Kept,
  removed: Counts,
): Promise<boolean> {
  await bulkIngest(organizationId).purge(assetId);
  await pipeline(assetId).purge();
  await yieldTimer.yield();
  const { passages, left } = await index(organizationId, shard).purgeAsset(assetId);
  removed.passages = passages;
  await yieldTimer.yield();
  const kept = [objectKey, ...texts.flatMap(({ textKey, chunksKey }) => [textKey, chunksKey])];
  const listed = await bucket.list({ prefix: `${organizationId}/${assetId}/`, limit: OBJECTS_PER_STEP });
  const keys = listed.objects.map(({ key }) => key);
  removed.objects = keys.length;
  const elsewhere = [...kept, ...Object.values(parseArtifacts(artifacts)).map(({ key }) => key)].filter(
    (key) => !keys.includes(key),
  );
  if (keys.length > 0) await bucket.delete(keys);
  if (elsewhere.length > 0) await bucket.delete(elsewhere.slice(0, OBJECTS_PER_STEP));
  if (unmade.length > 0)
    await bucket.delete(unmade.map((member) => objectKeys.original(organizationId, member.assetId)));
  await yieldTimer.yield();
  return left === 0 && !listed.truncated;
}

/** @returns whether no row remains */
async function deleteRows(
  { db }: JobContext,
  { id, organizationId }: AssetRow,
  removed: Removed,
): Promise<boolean> {
  const now = new Date();
  const { quotes, left } = await db.read({
    quotes: selectQuotes(db, id, QUOTES_PER_STEP),
    left: countRowsOfAsset(db, id, ROWS_PER_STEP),
  });
  if (quotes.length > 0) {
    await db.write([
      ...redactQuotes(db, quotes, now),
      addToReceipts(db, id, { ...removed, rows: quotes.length }, null),
    ]);
    return false;
  }
  const rows = left[0]?.count ?? 0;
  if (rows >= ROWS_PER_STEP) {
    await db.write([
      ...deleteRowsOfAsset(db, id, ROWS_PER_STEP),
      addToReceipts(db, id, { ...removed, rows }, null),
    ]);
    return false;
  }
  const writer = {
    db,
    now,
    actorId: SERVICE_USER_ID,
    operation: "purgeAsset" as const,
    operationId: newId("op"),
  };
  await commit(writer, {
    asserts: [],
    writes: [
      ...deleteRowsOfAsset(db, id, ROWS_PER_STEP),
      deleteAssetRow(db, id),
      addToReceipts(db, id, { ...removed, rows: rows + 1 }, now),
    ],
    audit: { organizationId, targetId: id },
  });
  return true;
}
