import type { HostState } from "../../host.ts";
import { beginOf, dayOf, type ModelCounts, type UsageCounts } from "../../domain/usage.ts";
import { countInState, findLongestProcessing } from "../../storage/d1/assets/processing.ts";
import { countDue, countParked, countWaiting, findLongestDue } from "../../storage/d1/service/outbox.ts";
import { findDayCounter, STAGE_DEADLINES } from "../../storage/d1/service/day-counters.ts";
import { sumOfDay } from "../../storage/d1/service/usage.ts";
import type { Context } from "../context/context.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

/** Maximum value of each count. */
export const METRICS_COUNTED = 10_000;

export interface Metrics {
  /** Number of jobs that are due now, scheduled for later, or parked until an operator releases them. */
  readonly jobs: { readonly due: number; readonly waiting: number; readonly parked: number };
  /** Seconds since the oldest due job became due. 0 if no job is due. */
  readonly longestDueSeconds: number;
  readonly assets: {
    readonly uploading: number;
    readonly uploaded: number;
    readonly processing: number;
    readonly failed: number;
  };
  /**
   * Seconds since the last progress of the processing asset that made no progress for the longest time. 0 if
   * no asset is being processed.
   */
  readonly longestProcessingSeconds: number;
  /** Report of the host machine. Null without a host. */
  readonly host: HostState | null;
  /** Seconds since the last backup. Null without a host or a backup. */
  readonly backupAgeSeconds: number | null;
  /** Number of processing attempts since the start of the day that ended at the deadline of a stage. */
  readonly stageDeadlines: number;
  /** Usage of all organizations since the start of the day, with the answers of language models. */
  readonly used: UsageCounts & ModelCounts & { readonly organizations: number };
  readonly since: Date;
}

/** Returns the current metrics of the service. Reads them from D1 and the host. */
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
  const host = await platform.host();
  const backupAt = host?.lastBackupAt ?? null;
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
    host,
    backupAgeSeconds: backupAt === null ? null : secondsSince([{ at: backupAt.getTime() }]),
    stageDeadlines: countOf(rows.stageDeadlines),
    used: rows.used[0]!,
    since: beginOf(day),
  };
}
