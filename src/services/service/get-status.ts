import type { HostState } from "../../host.ts";
import { countInState } from "../../storage/d1/assets/processing.ts";
import { countParked } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** Upper limit of the counts: `/status` is public and must stay cheap. */
const MAX_COUNTED = 1000;

export interface ServiceStatus {
  /** Null without a host. */
  readonly host: HostState | null;
  /** Assets in processing, counted up to 1,000. */
  readonly processing: number;
  /** Jobs that wait for an operator, counted up to 1,000. */
  readonly parked: number;
  /** Duration of the queries in whole milliseconds. */
  readonly latencyMs: number;
}

/** Only measured values: the host's report and the state of processing. */
export async function getStatus(ctx: Context): Promise<ServiceStatus> {
  const before = Date.now();
  const counts = await ctx.db.read({
    processing: countInState(ctx.db, "processing", MAX_COUNTED),
    parked: countParked(ctx.db, MAX_COUNTED),
  });
  const latencyMs = Date.now() - before;
  const [processing, parked] = [counts.processing[0]?.count ?? 0, counts.parked[0]?.count ?? 0];
  return { host: await ctx.platform.host(), processing, parked, latencyMs };
}
