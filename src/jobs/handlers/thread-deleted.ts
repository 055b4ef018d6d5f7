import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** The room closes every socket that may no longer listen, guests included. */
export async function handleThreadDeleted({ platform }: JobContext, { threadId }: JobOf<"thread_deleted">): Promise<null> {
  await platform.room(threadId).recheckAccess();
  return null;
}
