import { ARCHIVE } from "../../domain/archive.ts";
import { startMembers } from "../../storage/d1/assets/members.ts";
import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Starts some entries of an archive that have not started yet. */
export async function startMembersOf({ db }: JobContext, { assetId }: JobOf<"start_members">): Promise<null> {
  await db.write(startMembers(db, assetId, ARCHIVE.delayedStarts, new Date()).statements);
  return null;
}
