import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** The room closes everybody who may not listen any more, guests too. */
export async function threadDeleted({ platform }: JobContext, { threadId }: JobOf<"thread_deleted">): Promise<null> {
  await platform.room(threadId).recheckAccess();
  return null;
}
