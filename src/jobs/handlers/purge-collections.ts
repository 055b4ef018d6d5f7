import { NOTHING_REMOVED } from "../../domain/deletion.ts";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import {
  addToReceipts,
  countRowsOfCollection,
  deleteCollectionRow,
  deleteRowsOfCollection,
  listGoing,
  listHeldAssets,
  listHomeThreads,
  takeAssets,
  takeThreads,
} from "../../storage/d1/collections/purge.ts";
import { putOutboxes } from "../../storage/d1/service/outbox.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf, rowOf } from "../job.ts";

const COLLECTIONS_A_STEP = 20;
const RECORDS_A_STEP = 100;
const ROWS_A_STEP = 500;

/**
 * Removes the collections of a deletion for good, a bounded part of it: first what is at home there and what only they hold goes for good, then
 * their rows go, then they do. Assets that another collection holds leave them alone.
 */
export async function purgeCollections(ctx: JobContext, job: JobOf<"purge_collections">): Promise<Job | null> {
  const { db } = ctx;
  const { deletionId } = job;
  const { going } = await db.read({ going: listGoing(db, deletionId, COLLECTIONS_A_STEP) });
  const ids = going.map(({ id }) => id);
  if (ids.length === 0) return null;
  const { threads, assets } = await db.read({
    threads: listHomeThreads(db, ids, RECORDS_A_STEP),
    assets: listHeldAssets(db, ids, RECORDS_A_STEP),
  });
  const by = { deletionId, actorId: SERVICE_USER_ID, at: new Date() };
  if (threads.length > 0 || assets.length > 0) {
    const threadIds = threads.map(({ id }) => id);
    const assetIds = assets.map(({ id }) => id);
    const told = assetIds.map((assetId) => rowOf({ kind: "index_collections", assetId }));
    await db.write([...takeThreads(db, threadIds, by), ...takeAssets(db, assetIds, ids, by), putOutboxes(db, told, by.at)]);
    return job;
  }
  for (const id of ids) await removeCollection(ctx, id);
  return job;
}

async function removeCollection({ db }: JobContext, id: Id<"col">): Promise<void> {
  const { left } = await db.read({ left: countRowsOfCollection(db, id, ROWS_A_STEP) });
  const rows = left[0]?.count ?? 0;
  if (rows >= ROWS_A_STEP) {
    await db.write([...deleteRowsOfCollection(db, id, ROWS_A_STEP), addToReceipts(db, id, { ...NOTHING_REMOVED, rows }, null)]);
    return;
  }
  const removed = { ...NOTHING_REMOVED, rows: rows + 1 };
  await db.write([...deleteRowsOfCollection(db, id, ROWS_A_STEP), deleteCollectionRow(db, id), addToReceipts(db, id, removed, new Date())]);
}
