import { NOTHING_REMOVED } from "../../domain/deletion.ts";
import { newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { addToReceipts } from "../../storage/d1/collections/purge.ts";
import {
  countRowsOfThread,
  deleteRowsOfThread,
  deleteThreadRow,
  findThreadToPurge,
} from "../../storage/d1/threads/purge.ts";
import type { JobContext } from "../job-context.ts";
import type { Job, JobOf } from "../job.ts";

const ROWS_PER_STEP = 500;

/** Purges a deleted thread in bounded steps: its room, its rows, and finally the thread's own row. */
export async function handlePurgeThread(
  { db, platform }: JobContext,
  job: JobOf<"purge_thread">,
): Promise<Job | null> {
  const { threadId } = job;
  const { thread, left } = await db.read({
    thread: findThreadToPurge(db, threadId),
    left: countRowsOfThread(db, threadId, ROWS_PER_STEP),
  });
  if (thread[0] === undefined) return null;
  await platform.room(threadId).deleteAll();
  const rows = left[0]?.count ?? 0;
  if (rows >= ROWS_PER_STEP) {
    await db.write([
      ...deleteRowsOfThread(db, threadId, ROWS_PER_STEP),
      addToReceipts(db, threadId, { ...NOTHING_REMOVED, rows }, null),
    ]);
    return job;
  }
  const now = new Date();
  const writer = {
    db,
    now,
    actorId: SERVICE_USER_ID,
    operation: "purgeThread" as const,
    operationId: newId("op"),
  };
  await commit(writer, {
    asserts: [],
    writes: [
      ...deleteRowsOfThread(db, threadId, ROWS_PER_STEP),
      deleteThreadRow(db, threadId),
      addToReceipts(db, threadId, { ...NOTHING_REMOVED, rows: rows + 1, rooms: 1 }, now),
    ],
    audit: { organizationId: thread[0].organizationId, targetId: threadId },
  });
  return null;
}
