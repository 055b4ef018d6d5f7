import type { Context } from "../context/context.ts";
import type { Link } from "./internal/link-records.ts";
import { type MoveInput, moveRecords } from "./internal/move-records.ts";

/** The function `moveRecords` documents rights and errors. */
export async function moveThreads(ctx: Context, input: MoveInput): Promise<readonly Link[]> {
  return await moveRecords(ctx, "thread", input);
}
