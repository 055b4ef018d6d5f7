import type { Context } from "../context/context.ts";
import { type UnlinkInput, unlinkRecords } from "./internal/unlink-records.ts";

/** The function `unlinkRecords` documents rights and errors. */
export async function unlinkAssets(ctx: Context, input: UnlinkInput): Promise<number> {
  return await unlinkRecords(ctx, "asset", input);
}
