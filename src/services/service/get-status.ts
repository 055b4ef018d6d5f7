import type { HostState } from "../../host.ts";
import { countInState } from "../../storage/d1/assets/processing.ts";
import { countParked } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** Maximum value of the counts. `/status` is public, so it must stay cheap. */
const MAX_COUNTED = 1000;

export interface ServiceStatus {
  /** State of the host. Null without a host. */
  readonly host: HostState | null;
  /** Number of assets in processing, counted up to 1,000. */
  readonly processing: number;
  /** Number of parked jobs, which wait for an operator, counted up to 1,000. */
  readonly parked: number;
  /** Duration of the queries in milliseconds, rounded to an integer. */
  readonly latencyMs: number;
}

/** Returns the report of the host and the state of processing. All values are measured. */
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
