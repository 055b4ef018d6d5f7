import { beginOf, dayOf, type UsageCounts } from "../../domain/usage.ts";
import { countInState, findLongestProcessing } from "../../storage/d1/assets/processing.ts";
import { countDue, countParked, countWaiting, findLongestDue } from "../../storage/d1/service/outbox.ts";
import { findDayCount, STAGE_DEADLINES } from "../../storage/d1/service/day-counters.ts";
import { sumOfDay } from "../../storage/d1/service/usage.ts";
import type { Context } from "../context/context.ts";

/** No count goes on behind this. */
export const METRICS_COUNTED = 10_000;

export interface Metrics {
  /** Jobs that are to be done now, later, or not before an operator releases them. */
  readonly jobs: { readonly due: number; readonly waiting: number; readonly parked: number };
  /** For how long the first of those that are due has been, in seconds; 0: none is. */
  readonly longestDueSeconds: number;
  readonly assets: { readonly uploading: number; readonly uploaded: number; readonly processing: number; readonly failed: number };
  /** For how long an asset that is being processed has made no progress at the most, in seconds; 0: none is. */
  readonly longestProcessingSeconds: number;
  /** Bytes that may still be written before changes are refused; null where the host does not tell. */
  readonly writableBytes: number | null;
  /** Attempts to process a file that ended at a stage's deadline, since the day began. */
  readonly stageDeadlines: number;
  /** Of all organizations, since the day began. */
  readonly used: UsageCounts & { readonly organizations: number };
  readonly since: Date;
}

/** How the service is: what D1 holds at this moment. */
export async function getMetrics({ db, now, platform }: Context): Promise<Metrics> {
  const day = dayOf(now);
  const rows = await db.read({
    due: countDue(db, now, METRICS_COUNTED),
    waiting: countWaiting(db, now, METRICS_COUNTED),
    parked: countParked(db, METRICS_COUNTED),
    longestDue: findLongestDue(db, now),
    uploading: countInState(db, "uploading", METRICS_COUNTED),
    uploaded: countInState(db, "uploaded", METRICS_COUNTED),
    processing: countInState(db, "processing", METRICS_COUNTED),
    failed: countInState(db, "failed", METRICS_COUNTED),
    longestProcessing: findLongestProcessing(db),
    stageDeadlines: findDayCount(db, STAGE_DEADLINES, day),
    used: sumOfDay(db, day),
  });
  const countOf = (counted: readonly { readonly count: number }[]): number => counted[0]?.count ?? 0;
  const secondsSince = (since: readonly { readonly at: number }[]): number => {
    const [first] = since;
    return first === undefined ? 0 : Math.max(0, now.getTime() - first.at) / 1_000;
  };
  return {
    jobs: { due: countOf(rows.due), waiting: countOf(rows.waiting), parked: countOf(rows.parked) },
    longestDueSeconds: secondsSince(rows.longestDue),
    assets: {
      uploading: countOf(rows.uploading),
      uploaded: countOf(rows.uploaded),
      processing: countOf(rows.processing),
      failed: countOf(rows.failed),
    },
    longestProcessingSeconds: secondsSince(rows.longestProcessing),
    writableBytes: (await platform.host())?.room ?? null,
    stageDeadlines: countOf(rows.stageDeadlines),
    used: rows.used[0]!,
    since: beginOf(day),
  };
}
