import { eq, type SQL, sql } from "drizzle-orm";
import type { JobKind } from "../../../domain/job-kinds.ts";
import type { Page } from "../../../domain/page.ts";
import { RETRIES } from "../../../domain/retry-policy.ts";
import type { Database, Statement } from "../core/database.ts";
import { outbox } from "../schema/service.ts";

export interface OutboxEntry {
  readonly id: string;
  readonly kind: JobKind;
  /** Payload of the job in the format of `src/jobs/job.ts`. */
  readonly targetId: string;
}

/** Prefix of `cursors` names under which the reasons for parking are stored; the job's id follows. */
const REASONS = "parked_job/";
/** Due time of parked jobs, which never come due: the latest time of a `Date`. */
const NEVER = new Date(8.64e15);
const RELEASED_AT_ONCE = 100;
const { delaysMs } = RETRIES.job;

/** Enqueues a job in the batch of its change. */
export function putOutbox(db: Database, entry: OutboxEntry & { readonly at: Date }) {
  return db.build
    .insert(outbox)
    .values({ id: entry.id, kind: entry.kind, targetId: entry.targetId, dueAt: entry.at });
}

/** Enqueues any number of jobs with one statement. */
export function putOutboxes({ build }: Database, entries: readonly OutboxEntry[], at: Date) {
  return build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT value ->> 'id', value ->> 'kind', value ->> 'targetId', ${at.getTime()} FROM json_each(${JSON.stringify(entries)})`);
}

/**
 * Claims due jobs, oldest first. The statement counts the attempt and sets the time of the next attempt
 * before the job runs.
 */
export function claimDueOutbox({ build }: Database, now: Date, limit: number) {
  return build.all<
    OutboxEntry & { readonly attempts: number }
  >(sql`UPDATE outbox SET attempts = attempts + 1, due_at = ${nextTry(now)}
    WHERE id IN (SELECT id FROM outbox WHERE due_at <= ${now.getTime()} ORDER BY due_at LIMIT ${limit})
    RETURNING id, kind, target_id AS "targetId", attempts`);
}

export function removeOutbox(db: Database, id: string) {
  return db.build.delete(outbox).where(eq(outbox.id, id));
}

export function removeOutboxes({ build }: Database, ids: readonly string[]): Statement {
  return build.run(sql`DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Schedules the retry of a failed job. */
export function postponeOutbox({ build }: Database, id: string, now: Date): Statement {
  return build.run(sql`UPDATE outbox SET attempts = attempts + 1, due_at = ${nextTry(now)} WHERE id = ${id}`);
}

/**
 * Parks a job after its last attempt and records the reason. The job stays parked until an operator releases
 * it.
 */
export function parkOutbox({ build }: Database, id: string, reason: string, now: Date): Statement[] {
  return [
    build
      .update(outbox)
      .set({ parkedAt: now, dueAt: NEVER, attempts: sql`max(attempts, 1)` })
      .where(eq(outbox.id, id)),
    build.run(sql`INSERT INTO cursors (name, value) SELECT ${REASONS} || id, ${reason} FROM outbox WHERE id = ${id}
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`),
  ];
}

export interface ParkedJob {
  readonly id: string;
  readonly kind: string;
  readonly targetId: string;
  readonly attempts: number;
  /** Reason for parking; "" if none was recorded. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly parkedAt: number;
}

/** A page of the parked jobs ordered by parking time and id, and the number of parked jobs. */
export function selectParked({ build }: Database, { limit, offset }: Page, newestFirst: boolean) {
  const order = newestFirst ? sql`parked.parked_at DESC, parked.id DESC` : sql`parked.parked_at, parked.id`;
  return {
    total: build.all<{ readonly count: number }>(
      sql`SELECT count(*) AS count FROM outbox WHERE parked_at > 0`,
    ),
    jobs: build.all<ParkedJob>(sql`SELECT parked.id AS id, parked.kind AS kind, parked.target_id AS "targetId", parked.attempts AS attempts,
        parked.parked_at AS "parkedAt", coalesce(why.value, '') AS reason
      FROM outbox parked LEFT JOIN cursors why ON why.name = ${REASONS} || parked.id
      WHERE parked.parked_at > 0 ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`),
  };
}

/** Number of parked jobs, counted up to `limit`. */
export function countParked({ build }: Database, limit: number) {
  return build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM
    (SELECT 1 FROM outbox WHERE parked_at IS NOT NULL LIMIT ${limit})`);
}

/** Number of due jobs, counted up to `limit`. */
export function countDue({ build }: Database, now: Date, limit: number) {
  return build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM
    (SELECT 1 FROM outbox WHERE due_at <= ${now.getTime()} LIMIT ${limit})`);
}

/** Number of jobs that are due later, excluding parked jobs, counted up to `limit`. */
export function countWaiting({ build }: Database, now: Date, limit: number) {
  return build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM
    (SELECT 1 FROM outbox WHERE due_at > ${now.getTime()} AND due_at < ${NEVER.getTime()} LIMIT ${limit})`);
}

/** Due time of the longest overdue job. Returns no row if no job is due. */
export function findLongestDue({ build }: Database, now: Date) {
  return build.all<{ readonly at: number }>(
    sql`SELECT due_at AS at FROM outbox WHERE due_at <= ${now.getTime()} ORDER BY due_at LIMIT 1`,
  );
}

/**
 * Releases parked jobs, the longest parked first, and resets their attempts.
 * @returns the released jobs
 */
export function releaseParked({ build }: Database, kind: JobKind | null, now: Date) {
  const ofKind = kind === null ? sql`` : sql`AND kind = ${kind}`;
  return build.all<{
    readonly id: string;
  }>(sql`UPDATE outbox SET parked_at = NULL, attempts = 0, due_at = ${now.getTime()}
    WHERE id IN (SELECT id FROM outbox WHERE parked_at IS NOT NULL ${ofKind} ORDER BY parked_at LIMIT ${RELEASED_AT_ONCE}) RETURNING id`);
}

/**
 * Deletes the recorded reasons of jobs that are no longer parked. The statement reads all reasons, because
 * they are few and releases are rare.
 */
export function deleteUnusedReasons({ build }: Database) {
  return build.all(sql`DELETE FROM cursors WHERE name > ${REASONS} AND name < ${`${REASONS}~`}
    AND NOT EXISTS (SELECT 1 FROM outbox ob WHERE ob.id = substr(name, ${REASONS.length + 1}) AND ob.parked_at > 0) RETURNING name`);
}

/**
 * Due time of the attempt that follows if the next attempt of a job fails. Depends on the column `attempts`.
 */
function nextTry(now: Date): SQL {
  const delays = sql.raw(`'${JSON.stringify(delaysMs)}' ->> min(attempts, ${delaysMs.length - 1})`);
  return sql`${now.getTime()} + (${delays})`;
}
