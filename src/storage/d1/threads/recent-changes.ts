import { type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";

/** Backfills `changed_at` of older rows of `recent_threads`, slice by slice. */
const CURSOR = "recent_threads_changed";
/** Sorts after every user id: all rows are done. */
const END = ["~", ""] as const;
/** Rows copy the change time only while at most this many users have the thread among their recent ones. */
const CROWD = 8;

/** User and thread of a row. */
type Key = readonly [userId: string, threadId: string];

const reached: SQL = sql`(coalesce((SELECT value ->> 0 FROM cursors WHERE name = ${CURSOR}), ''),
    coalesce((SELECT value ->> 1 FROM cursors WHERE name = ${CURSOR}), ''))`;

/** The next keys in order, and whether any remain. */
export function findUncopied({ build }: Database, size: number) {
  return {
    cursor: build.all<{ ended: 0 | 1 }>(
      sql`SELECT EXISTS (SELECT 1 FROM cursors WHERE name = ${CURSOR} AND value ->> 0 = ${END[0]}) AS ended`,
    ),
    slice: build.all<{
      userId: string;
      threadId: string;
    }>(sql`SELECT rt.user_id AS "userId", rt.thread_id AS "threadId" FROM recent_threads rt
      WHERE (rt.user_id, rt.thread_id) > ${reached} ORDER BY rt.user_id, rt.thread_id LIMIT ${size}`),
  };
}

/**
 * Copies the times of the rows up to this one, and stores the position for the next run; null: to the end.
 */
export function copyChanges({ build }: Database, to: Key | null): Statement[] {
  const [userId, threadId] = to ?? END;
  return [
    build.run(sql`UPDATE recent_threads SET changed_at = (SELECT modified_at FROM threads WHERE id = recent_threads.thread_id)
      WHERE (user_id, thread_id) > ${reached} AND (user_id, thread_id) <= (${userId}, ${threadId}) AND changed_at IS NULL
        AND (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = recent_threads.thread_id LIMIT ${CROWD + 1})) <= ${CROWD}`),
    build.run(sql`INSERT INTO cursors (name, value) VALUES (${CURSOR}, ${JSON.stringify([userId, threadId])})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`),
  ];
}
