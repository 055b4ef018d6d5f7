import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Notifies the index, which reads the collection's new position from D1. */
export async function handleIndexTree(
  { platform }: JobContext,
  { organizationId, collectionId }: JobOf<"index_tree">,
): Promise<null> {
  await platform.index(organizationId, 0).collectionsMoved([collectionId]);
  return null;
}
