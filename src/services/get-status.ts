import { countProcessing } from "../storage/d1/processing-store.ts";
import type { Context } from "./context.ts";

/** A count that stops here: /status is open to anyone, and must stay cheap. */
const COUNTED_AT_MOST = 1000;

export interface ServiceStatus {
  readonly startedAt: Date;
  /** Assets in processing, counted up to 1,000. */
  readonly processing: number;
  /** How long asking for them took, in whole milliseconds. */
  readonly latencyMs: number;
}

let startedAt: Date | null = null;

/** What this runtime can really measure: how long this isolate has served, and the state of processing. */
export async function getStatus(ctx: Context): Promise<ServiceStatus> {
  startedAt ??= ctx.now;
  const before = Date.now();
  const { processing } = await ctx.db.read({ processing: countProcessing(ctx.db, COUNTED_AT_MOST) });
  return { startedAt, processing: processing[0]?.count ?? 0, latencyMs: Date.now() - before };
}
