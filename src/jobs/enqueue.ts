import type { Database, Statement } from "../storage/d1/core/database.ts";
import { type OutboxEntry, putOutboxes } from "../storage/d1/service/outbox.ts";
import { type Job, rowOf } from "./job.ts";

/** Jobs that a change enqueues in its own batch. */
export interface EnqueuedJobs {
  readonly statements: readonly Statement[];
  /** The outbox rows of the jobs, for `Context.runInline`. */
  readonly rows: readonly OutboxEntry[];
}

/**
 * Enqueues all jobs with one statement. The function does not load the job handlers, so a use case loads only
 * its own code.
 */
export function enqueue(db: Database, jobs: readonly Job[], at: Date): EnqueuedJobs {
  const rows = jobs.map(rowOf);
  return { rows, statements: rows.length === 0 ? [] : [putOutboxes(db, rows, at)] };
}
