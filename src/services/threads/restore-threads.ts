import { changeDeletion, type TombstoneInput } from "../collections/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** Restores threads that were deleted. See `changeDeletion`. */
export async function restoreThreads(ctx: Context, input: TombstoneInput): Promise<number> {
  return await changeDeletion(ctx, "thread", "restore", input);
}
