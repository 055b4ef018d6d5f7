import { tombstoneOrRestoreRecords, type TombstoneInput } from "../collections/internal/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** The function `tombstoneOrRestoreRecords` documents rights and errors. */
export async function restoreThreads(ctx: Context, input: TombstoneInput): Promise<number> {
  return await tombstoneOrRestoreRecords(ctx, "thread", "restore", input);
}
