import { changeDeletion, type TombstoneInput } from "../collections/tombstone-records.ts";
import type { Context } from "../context/context.ts";

/** See `changeDeletion`. */
export async function tombstoneAssets(ctx: Context, input: TombstoneInput): Promise<number> {
  return await changeDeletion(ctx, "asset", "delete", input);
}
