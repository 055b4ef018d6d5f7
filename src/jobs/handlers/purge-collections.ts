import { NOTHING_REMOVED } from "../../domain/deletion.ts";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import {
  addToReceipts,
  countRowsOfCollection,
  deleteCollectionRow,
  deleteRowsOfCollection,
  deleteScopesOfCollection,
  selectCollectionsToPurge,
  selectHeldAssets,
  selectHomeThreads,
  purgeAssets,
  purgeThreads,
} from "../../storage/d1/collections/purge.ts";
import {
  selectThreadsReferencing,
  enqueueResyncOfPurged,
} from "../../storage/d1/assets/threads-referencing.ts";
import { type OutboxEntry, putOutboxes } from "../../storage/d1/service/outbox.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf, rowOf } from "../job.ts";
import { runInline } from "../run-job.ts";
import { handlePurgeAsset } from "./purge-asset.ts";
import { handlePurgeThread } from "./purge-thread.ts";
import { handleReadAgain } from "./read-again.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

const COLLECTIONS_PER_STEP = 20;
const RECORDS_PER_STEP = 100;
const ROOMS_PER_STEP = 50;
const ROWS_PER_STEP = 500;
/**
 * Largest number of records that a step purges inline. Most records take about 20 calls to stores and Durable
 * Objects, and a Worker may make 1,000.
 */
const MAX_INLINE_PURGES = 20;
/** Delay before the cron run may start the same jobs, in milliseconds. */
const UNTIL_CRON_MS = MS_PER_MINUTE;
/**
 * Time in milliseconds during which the step starts inline purges. They end before the cron run may start the
 * same jobs.
 */
const INLINE_PURGE_MS = 30_000;

/**
 * Purges a deletion's collections in bounded steps: first threads with a home there and assets that no other
 * collection holds, then rows, then the collections. Assets in other collections lose only the link.
 */
export async function handlePurgeCollections(
  ctx: JobContext,
  job: JobOf<"purge_collections">,
): Promise<Job | null> {
  const { db } = ctx;
  const { deletionId } = job;
  const { going } = await db.read({ going: selectCollectionsToPurge(db, deletionId, COLLECTIONS_PER_STEP) });
  const ids = going.map(({ id }) => id);
  if (ids.length === 0) return null;
  const { threads, assets } = await db.read({
    threads: selectHomeThreads(db, ids, RECORDS_PER_STEP),
    assets: selectHeldAssets(db, ids, RECORDS_PER_STEP),
  });
  if (threads.length > 0 || assets.length > 0) {
    await purgeRecords(ctx, {
      deletionId,
      collectionIds: ids,
      threadIds: threads.map(({ id }) => id),
      assetIds: assets.map(({ id }) => id),
    });
    return job;
  }
  for (const id of ids) await removeCollection(ctx, id, deletionId);
  return job;
}

interface Going {
  readonly deletionId: Id<"op">;
  readonly collectionIds: readonly Id<"col">[];
  readonly threadIds: readonly string[];
  readonly assetIds: readonly Id<"asset">[];
}

/** Purges the records of the collections: inline if they are few, otherwise through jobs of the cron run. */
async function purgeRecords(
  ctx: JobContext,
  { deletionId, collectionIds, threadIds, assetIds }: Going,
): Promise<void> {
  const { db } = ctx;
  const at = new Date();
  const isLittle = threadIds.length + assetIds.length <= MAX_INLINE_PURGES;
  const by = {
    deletionId,
    actorId: SERVICE_USER_ID,
    at,
    dueAt: isLittle ? new Date(at.getTime() + UNTIL_CRON_MS) : at,
  };
  const indexed = assetIds.map((assetId) => rowOf({ kind: "index_collections", assetId }));
  const reread = enqueueResyncOfPurged(db, assetIds, deletionId, at);
  const [ofThreads, ofAssets] = [
    purgeThreads(db, threadIds, by),
    purgeAssets(db, assetIds, collectionIds, by),
  ];
  await db.write([
    ...ofThreads.statements,
    ...ofAssets.statements,
    reread.statement,
    putOutboxes(db, indexed, at),
  ]);
  const ordered = await db.read({
    again: reread.ordered,
    threads: ofThreads.ordered(MAX_INLINE_PURGES),
    assets: ofAssets.ordered(MAX_INLINE_PURGES),
  });
  await runNow(ctx, ordered.again, at);
  if (isLittle)
    await runNow(ctx, [...ordered.threads, ...ordered.assets], by.dueAt, at.getTime() + INLINE_PURGE_MS);
}

/**
 * Runs jobs until a deadline. The cron run takes the remaining jobs.
 * @param dueAt due time of the remaining jobs, including follow-up jobs
 */
async function runNow(
  ctx: JobContext,
  rows: readonly OutboxEntry[],
  dueAt: Date,
  until = Infinity,
): Promise<void> {
  for (const row of rows) {
    if (Date.now() >= until) return;
    await ctx.yieldTimer.yield();
    await runInline(ctx.db, row, dueAt, async (job) => await handle(ctx, job));
  }
}

async function handle(ctx: JobContext, job: Job): Promise<Job | null> {
  switch (job.kind) {
    case "read_again":
      return await handleReadAgain(ctx, job);
    case "purge_asset":
      return await handlePurgeAsset(ctx, job);
    case "purge_thread":
      return await handlePurgeThread(ctx, job);
    default:
      return null;
  }
}

/**
 * Removes a collection. Before deleting scope rows, notifies the rooms of threads that have the collection in
 * scope.
 */
async function removeCollection(
  { db, platform }: JobContext,
  id: Id<"col">,
  deletionId: Id<"op">,
): Promise<void> {
  const { telling } = await db.read({ telling: selectThreadsReferencing(db, id, "", ROOMS_PER_STEP) });
  for (const { threadId } of telling) await platform.room(threadId).requestResync(deletionId);
  if (telling.length === ROOMS_PER_STEP) {
    await db.write(
      deleteScopesOfCollection(
        db,
        id,
        telling.map(({ threadId }) => threadId),
      ),
    );
    return;
  }
  const { left } = await db.read({ left: countRowsOfCollection(db, id, ROWS_PER_STEP) });
  const rows = left[0]?.count ?? 0;
  if (rows >= ROWS_PER_STEP) {
    await db.write([
      ...deleteRowsOfCollection(db, id, ROWS_PER_STEP),
      addToReceipts(db, id, { ...NOTHING_REMOVED, rows }, null),
    ]);
    return;
  }
  const removed = { ...NOTHING_REMOVED, rows: rows + 1 };
  await db.write([
    ...deleteRowsOfCollection(db, id, ROWS_PER_STEP),
    deleteCollectionRow(db, id),
    addToReceipts(db, id, removed, new Date()),
  ]);
}
