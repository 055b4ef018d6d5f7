import { isLastAttempt, isPermanent, RETRIES } from "../domain/retry-policy.ts";
import { faultFields, log } from "../log.ts";
import type { Database } from "../storage/d1/core/database.ts";
import {
  type OutboxEntry,
  parkOutbox,
  postponeOutbox,
  putOutbox,
  removeOutbox,
} from "../storage/d1/service/outbox.ts";
import { parkingReason } from "./parking-reason.ts";
import { type Job, parseJob, rowOf } from "./job.ts";

/** Steps of a job that run immediately, at most. The cron run continues afterwards. */
const MAX_INLINE_STEPS = 8;

/**
 * Runs a job. Idempotent.
 * @returns the follow-up job, or null
 * @throws an error if the job needs a retry
 */
export type JobHandler = (job: Job) => Promise<Job | null>;

/** Runs a job and a few follow-up steps. The cron run takes the remaining steps. */
export async function runInline(
  db: Database,
  row: OutboxEntry & { readonly attempts?: number },
  now: Date,
  handle: JobHandler,
): Promise<void> {
  let next: (OutboxEntry & { readonly attempts?: number }) | null = row;
  for (let step = 0; step < MAX_INLINE_STEPS && next !== null; step += 1)
    next = await runJob(db, next, now, handle);
}

/**
 * Runs one job. If the job fails, schedules a retry. After too many failures or a permanent error, parks the
 * job.
 * @param row has `attempts` if this attempt is already counted and the next one scheduled
 * @returns the row of the follow-up job, or null
 */
export async function runJob(
  db: Database,
  row: OutboxEntry & { readonly attempts?: number },
  now: Date,
  handle: JobHandler,
): Promise<OutboxEntry | null> {
  let next: Job | null;
  try {
    next = await handle(parseJob(row));
  } catch (error) {
    await recordFailure(db, row, now, error);
    return null;
  }
  const nextRow = next === null ? null : rowOf(next);
  await db.write([
    removeOutbox(db, row.id),
    ...(nextRow === null ? [] : [putOutbox(db, { ...nextRow, at: now })]),
  ]);
  return nextRow;
}

async function recordFailure(
  db: Database,
  { id, kind, targetId, attempts }: OutboxEntry & { readonly attempts?: number },
  now: Date,
  error: unknown,
): Promise<void> {
  const isOver = attempts === undefined ? isPermanent(error) : isLastAttempt(RETRIES.job, attempts, error);
  const fields = { job: kind, targetId, attempt: attempts ?? 1, ...faultFields(error) };
  log(isOver ? "error" : "warn", isOver ? "job_parked" : "job_failed", fields);
  if (isOver) await db.write(parkOutbox(db, id, parkingReason(error), now));
  else if (attempts === undefined) await db.write([postponeOutbox(db, id, now)]);
}
