import { ARCHIVE } from "../../domain/archive.ts";
import { startEntries } from "../../storage/d1/assets/archive-entries.ts";
import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Starts processing some entries of an archive that have not started yet. */
export async function handleStartMembers(
  { db }: JobContext,
  { assetId }: JobOf<"start_members">,
): Promise<null> {
  await db.write(startEntries(db, assetId, ARCHIVE.delayedStarts, new Date()).statements);
  return null;
}
