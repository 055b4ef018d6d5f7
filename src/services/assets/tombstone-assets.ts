import { changeDeletion, type TombstoneInput } from "../collections/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** Deletes assets so that they can be restored. See `changeDeletion`. */
export async function tombstoneAssets(ctx: Context, input: TombstoneInput): Promise<number> {
  return await changeDeletion(ctx, "asset", "delete", input);
}
