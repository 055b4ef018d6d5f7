import type { JobKind } from "../../domain/job-kinds.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { countParked, deleteUnusedReasons, releaseParked } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";
import { serviceWriter } from "../context/service-writer.ts";

/** Maximum value of the count. */
export const MAX_PARKED_COUNTED = 1000;

export interface ReleasedJobs {
  readonly released: number;
  /** Number of jobs that are still parked, counted up to 1,000. */
  readonly parked: number;
}

/**
 * Releases at most 100 parked jobs, those parked first before others. The cron run runs them.
 * @param kind null releases jobs of all kinds
 */
export async function releaseJobs(ctx: Context, kind: JobKind | null): Promise<ReleasedJobs> {
  const { db, now } = ctx;
  const rows = await commit(serviceWriter(ctx), {
    asserts: [],
    writes: [],
    audit: { organizationId: null, targetId: SERVICE_USER_ID },
    returning: {
      released: releaseParked(db, kind, now),
      parked: countParked(db, MAX_PARKED_COUNTED),
      forgotten: deleteUnusedReasons(db),
    },
  });
  return { released: rows.released.length, parked: rows.parked[0]?.count ?? 0 };
}

/** Returns the response to a repeated request and releases nothing. */
export async function findReleasedJobs({ db }: Context): Promise<ReleasedJobs> {
  const { parked } = await db.read({ parked: countParked(db, MAX_PARKED_COUNTED) });
  return { released: 0, parked: parked[0]?.count ?? 0 };
}
