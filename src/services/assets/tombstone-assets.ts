import { tombstoneOrRestoreRecords, type TombstoneInput } from "../collections/internal/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** See `tombstoneOrRestoreRecords`. */
export async function tombstoneAssets(ctx: Context, input: TombstoneInput): Promise<number> {
  return await tombstoneOrRestoreRecords(ctx, "asset", "delete", input);
}
