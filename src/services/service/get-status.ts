import type { HostState } from "../../host.ts";
import { countInState } from "../../storage/d1/assets/processing.ts";
import { countParked } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** A count that stops here: /status is open to anyone, and must stay cheap. */
const MAX_COUNTED = 1000;

export interface ServiceStatus {
  /** Null where nothing tells. */
  readonly host: HostState | null;
  /** Assets in processing, counted up to 1,000. */
  readonly processing: number;
  /** Jobs that wait for an operator, counted up to 1,000. */
  readonly parked: number;
  /** How long asking for them took, in whole milliseconds. */
  readonly latencyMs: number;
}

/** What can really be measured: what the host tells, and the state of processing. */
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
