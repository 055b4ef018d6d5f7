import { changeDeletion, type TombstoneInput } from "../collections/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** Restores threads that were deleted. See `changeDeletion`. */
export async function restoreThreads(ctx: Context, input: TombstoneInput): Promise<void> {
  await changeDeletion(ctx, "thread", "restore", input);
}
