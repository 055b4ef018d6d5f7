import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** The index asks D1 where the moved collection stands now. */
export async function indexTree({ platform }: JobContext, { organizationId, collectionId }: JobOf<"index_tree">): Promise<null> {
  await platform.index(organizationId, 0).collectionsMoved([collectionId]);
  return null;
}
