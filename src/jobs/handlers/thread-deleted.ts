import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/**
 * Notifies the room of the thread's deletion. The room closes every socket that may no longer listen,
 * including those of guests.
 */
export async function handleThreadDeleted(
  { platform }: JobContext,
  { threadId }: JobOf<"thread_deleted">,
): Promise<null> {
  await platform.room(threadId).recheckAccess();
  return null;
}
