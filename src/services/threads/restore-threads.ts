import { changeDeletion, type TombstoneInput } from "../collections/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** See `changeDeletion`. */
export async function restoreThreads(ctx: Context, input: TombstoneInput): Promise<number> {
  return await changeDeletion(ctx, "thread", "restore", input);
}
