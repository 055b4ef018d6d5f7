import type { Database, Statement } from "../storage/d1/core/database.ts";
import { type OutboxEntry, putOutboxes } from "../storage/d1/service/outbox.ts";
import type { Platform } from "../platform.ts";
import { handlerOf } from "./handlers.ts";
import { type Job, rowOf } from "./job.ts";
import { runAtOnce } from "./run-job.ts";

/** Jobs that a change orders in its own batch. */
export interface Ordered {
  readonly statements: readonly Statement[];
  /** Their rows, for `runSoon`. */
  readonly rows: readonly OutboxEntry[];
}

/** Orders any number of jobs with one statement, none with none. */
export function enqueue(db: Database, jobs: readonly Job[], at: Date): Ordered {
  const rows = jobs.map(rowOf);
  return { rows, statements: rows.length === 0 ? [] : [putOutboxes(db, rows, at)] };
}

/** Of a request's context, what jobs need. */
interface Orderer {
  readonly db: Database;
  readonly platform: Platform;
  readonly now: Date;
  readonly defer: (work: Promise<unknown>) => void;
}

/** Does what a change has just ordered, after the answer has left; the cron run does it if this fails. */
export function runSoon(ctx: Orderer, rows: readonly OutboxEntry[]): void {
  for (const row of rows) {
    const db = ctx.db.apart();
    ctx.defer(runAtOnce(db, row, ctx.now, handlerOf({ db, platform: ctx.platform })));
  }
}
