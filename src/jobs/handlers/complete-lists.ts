import {
  deleteStaleRows,
  findPendingClosure,
  insertSlice,
} from "../../storage/d1/collections/subtree-closure.ts";
import type { JobContext } from "../job-context.ts";
import type { Job, JobOf } from "../job.ts";

/** Assets per slice. */
const SLICE = 2_000;
const SLICES_PER_STEP = 10;

/** Rebuilds the subtree lists that moves and deletions dropped. Each run adds a few slices to one list. */
export async function handleCompleteLists(
  { db }: JobContext,
  job: JobOf<"complete_lists">,
): Promise<Job | null> {
  const { organizationId } = job;
  for (let done = 0; done < SLICES_PER_STEP; done += 1) {
    const { open } = await db.read({ open: findPendingClosure(db, organizationId, SLICE) });
    const [list] = open;
    if (list === undefined) return null;
    await db.write(
      list.hasOld === 1 ? deleteStaleRows(db, list, SLICE) : insertSlice(db, organizationId, list),
    );
  }
  return job;
}
