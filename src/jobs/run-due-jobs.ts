import { RETRIES } from "../domain/retry-policy.ts";
import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { claimDueOutbox, parkOutbox } from "../storage/d1/service/outbox.ts";
import { log } from "../log.ts";
import { handlerOf } from "./handlers.ts";
import { RUN_WAS_KILLED } from "./parking-reason.ts";
import { runAtOnce } from "./run-job.ts";
import { TurnsForOthers } from "./turns-for-others.ts";

const JOBS_PER_RUN = 100;
/** So many are begun together: what kills the run costs each of them an attempt. */
const JOBS_PER_CLAIM = 25;

/**
 * Does the jobs that are due, in bounded number, each a few steps far. Each attempt is counted before it begins: a job that kills the run is parked like any other that
 * fails too often.
 * @returns how many were tried
 */
export async function runDueJobs(db: Database, platform: Platform, now: Date): Promise<number> {
  const turns = new TurnsForOthers();
  const handle = handlerOf({ db, platform }, turns);
  let done = 0;
  for (;;) {
    const { due } = await db.read({ due: claimDueOutbox(db, now, JOBS_PER_CLAIM) });
    for (const row of due) {
      await turns.give();
      if (row.attempts <= RETRIES.job.attempts) await runAtOnce(db, row, now, handle);
      else {
        log("error", "job_parked", { job: row.kind, targetId: row.targetId, attempt: row.attempts - 1 });
        await db.write(parkOutbox(db, row.id, RUN_WAS_KILLED, now));
      }
    }
    done += due.length;
    if (due.length < JOBS_PER_CLAIM || done >= JOBS_PER_RUN) return done;
  }
}
