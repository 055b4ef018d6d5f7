import { beginOf, dayOf, type UsageCounts } from "../../domain/usage.ts";
import { countInState, findLongestProcessing } from "../../storage/d1/assets/processing.ts";
import { countDue, countParked, countWaiting, findLongestDue } from "../../storage/d1/service/outbox.ts";
import { findDayCounter, STAGE_DEADLINES } from "../../storage/d1/service/day-counters.ts";
import { sumOfDay } from "../../storage/d1/service/usage.ts";
import type { Context } from "../context/context.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

/** Upper limit of every count. */
export const METRICS_COUNTED = 10_000;

export interface Metrics {
  /** Jobs that are due now, scheduled for later, or parked until an operator releases them. */
  readonly jobs: { readonly due: number; readonly waiting: number; readonly parked: number };
  /** Seconds since the oldest due job became due. 0: none is due. */
  readonly longestDueSeconds: number;
  readonly assets: { readonly uploading: number; readonly uploaded: number; readonly processing: number; readonly failed: number };
  /** Seconds since the last progress of the asset that has stalled longest. 0: none is in processing. */
  readonly longestProcessingSeconds: number;
  /** Bytes that can still be written before the service rejects changes. Null without a host. */
  readonly writableBytes: number | null;
  /** Processing attempts that ended at a stage's deadline since the start of the day. */
  readonly stageDeadlines: number;
  /** Usage of all organizations since the start of the day. */
  readonly used: UsageCounts & { readonly organizations: number };
  readonly since: Date;
}

/** Current metrics of the service, from D1. */
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
    stageDeadlines: findDayCounter(db, STAGE_DEADLINES, day),
    used: sumOfDay(db, day),
  });
  const countOf = (counted: readonly { readonly count: number }[]): number => counted[0]?.count ?? 0;
  const secondsSince = (since: readonly { readonly at: number }[]): number => {
    const [first] = since;
    return first === undefined ? 0 : Math.max(0, now.getTime() - first.at) / MS_PER_SECOND;
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
