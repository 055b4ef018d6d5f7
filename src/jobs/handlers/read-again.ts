import { parseId } from "../../domain/ids.ts";
import { selectThreadsReferencing } from "../../storage/d1/assets/threads-referencing.ts";
import type { JobContext } from "../job-context.ts";
import type { Job, JobOf } from "../job.ts";

const ROOMS_AT_ONCE = 50;

/**
 * Notifies rooms to resync after a deletion or restore of an asset or collection that their threads use, or
 * the room of a thread that has moved.
 * @throws Error if the job could not notify one of the rooms, after it notified all others
 */
export async function handleReadAgain(
  { db, platform }: JobContext,
  { kind, of, change, after }: JobOf<"read_again">,
): Promise<Job | null> {
  const moved = parseId("thread", of);
  if (moved !== null) {
    await platform.room(moved).requestResync(change);
    return null;
  }
  const { rooms } = await db.read({ rooms: selectThreadsReferencing(db, of, after ?? "", ROOMS_AT_ONCE) });
  const sent = await Promise.allSettled(
    rooms.map(async ({ threadId }) => await platform.room(threadId).requestResync(change)),
  );
  const failed = sent.find((result) => result.status === "rejected");
  if (failed !== undefined) throw new Error("a room could not be notified", { cause: failed.reason });
  const last = rooms.at(-1)?.threadId;
  return rooms.length < ROOMS_AT_ONCE || last === undefined ? null : { kind, of, change, after: last };
}
