import type { Context } from "../context/context.ts";
import { type UnlinkInput, unlinkRecords } from "./internal/unlink-records.ts";

/** See `unlinkRecords` for rights and errors. */
export async function unlinkAssets(ctx: Context, input: UnlinkInput): Promise<number> {
  return await unlinkRecords(ctx, "asset", input);
}
