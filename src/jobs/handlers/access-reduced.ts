import { selectRooms } from "../../storage/d1/threads/presence.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf } from "../job.ts";

const ROOMS_AT_ONCE = 50;

/**
 * Notifies rooms to recheck the access of their listeners, after a listener lost access.
 * @throws Error if the job could not notify one of the rooms, after it notified all others
 */
export async function handleAccessReduced(
  { db, platform }: JobContext,
  { kind, reduced, after }: JobOf<"access_reduced">,
): Promise<Job | null> {
  const { rooms } = await db.read({ rooms: selectRooms(db, reduced, after ?? "", ROOMS_AT_ONCE) });
  const sent = await Promise.allSettled(rooms.map(({ threadId }) => platform.room(threadId).recheckAccess()));
  const failed = sent.find((result) => result.status === "rejected");
  if (failed !== undefined) throw new Error("a room could not be notified", { cause: failed.reason });
  const last = rooms.at(-1)?.threadId;
  return rooms.length < ROOMS_AT_ONCE || last === undefined ? null : { kind, reduced, after: last };
}
