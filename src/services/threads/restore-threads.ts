import { tombstoneOrRestoreRecords, type TombstoneInput } from "../collections/internal/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** See `tombstoneOrRestoreRecords`. */
export async function restoreThreads(ctx: Context, input: TombstoneInput): Promise<number> {
  return await tombstoneOrRestoreRecords(ctx, "thread", "restore", input);
}
