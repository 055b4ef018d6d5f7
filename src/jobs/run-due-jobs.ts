import { RETRIES } from "../domain/retry-policy.ts";
import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { claimDueOutbox, parkOutbox } from "../storage/d1/service/outbox.ts";
import { log } from "../log.ts";
import { jobHandlerOf } from "./handlers.ts";
import { RUN_WAS_KILLED } from "./parking-reason.ts";
import { runInline } from "./run-job.ts";
import { YieldTimer } from "./yield-timer.ts";

const JOBS_PER_RUN = 100;
/** Jobs that one claim takes. If the run is terminated, each claimed job has used an attempt. */
const JOBS_PER_CLAIM = 25;

/**
 * Runs a bounded number of due jobs, a few steps each. An attempt counts before it starts, so a job that
 * terminates its run is eventually parked.
 * @returns the number of jobs tried
 */
export async function runDueJobs(db: Database, platform: Platform, now: Date): Promise<number> {
  const turns = new YieldTimer();
  const handle = jobHandlerOf({ db, platform }, turns);
  let done = 0;
  for (;;) {
    const { due } = await db.read({ due: claimDueOutbox(db, now, JOBS_PER_CLAIM) });
    for (const row of due) {
      await turns.yield();
      if (row.attempts <= RETRIES.job.attempts) await runInline(db, row, now, handle);
      else {
        log("error", "job_parked", { job: row.kind, targetId: row.targetId, attempt: row.attempts - 1 });
        await db.write(parkOutbox(db, row.id, RUN_WAS_KILLED, now));
      }
    }
    done += due.length;
    if (due.length < JOBS_PER_CLAIM || done >= JOBS_PER_RUN) return done;
  }
}
