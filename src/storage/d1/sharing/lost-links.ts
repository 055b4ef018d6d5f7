import { sql, type SQL } from "drizzle-orm";
import { isWithin, listOf } from "../core/access.ts";
import { MAKER_MAY_SHARE } from "../core/open-links.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "../service/outbox.ts";

/** Rooms that the request notifies after links ended, at most. The cron run notifies the remaining rooms. */
const TOLD_AT_ONCE = 50;

/**
 * Links in the collection's subtree whose creators may have lost `share`: links of one user, or of all users
 * if `userId` is null.
 */
export interface LostShare {
  readonly collectionId: string;
  readonly userId: string | null;
}

/**
 * Permanently ends links whose creators may no longer share their threads. The links stay ended even if the
 * right is restored. Place it after the statements that remove the right. The number of statements is fixed.
 * The versions of the threads rise.
 * @returns `ended` returns the jobs to run immediately, which close the guests' sockets
 */
export function revokeLostLinks(db: Database, lost: LostShare, by: string, at: Date) {
  return endLinks(db, sql`${lostLinks(lost)} AND NOT ${MAKER_MAY_SHARE}`, by, at);
}

/** Like `revokeLostLinks`, for links of threads that have moved to another home. */
export function revokeLinksOfMoved(db: Database, threadIds: readonly string[], by: string, at: Date) {
  const links = sql`${listOf(threadIds)} named CROSS JOIN threads gt ON gt.id = named.value
    CROSS JOIN collections gc ON gc.id = gt.home_collection_id
    CROSS JOIN thread_links gl ON gl.thread_id = gt.id AND gl.revoked_at IS NULL`;
  return endLinks(db, sql`${links} WHERE NOT ${MAKER_MAY_SHARE}`, by, at);
}

/** Permanently ends all links that a user created, like `revokeLostLinks`. */
export function endLinksOf(db: Database, userId: string, at: Date) {
  return endLinks(
    db,
    sql`thread_links gl WHERE gl.shared_by = ${userId} AND gl.revoked_at IS NULL`,
    userId,
    at,
  );
}

/** @param which FROM clause and condition that select the links `gl` */
function endLinks({ build }: Database, which: SQL, by: string, at: Date) {
  const series = newIdBlock("event");
  const links = (columns: SQL): SQL => sql`SELECT ${columns} FROM ${which}`;
  const ordered = build.run(sql`INSERT INTO outbox (id, kind, target_id, attempts, due_at)
    SELECT ${idOfRow("event", sql`n`, series)}, 'link_ended', target, 0, ${at.getTime()}
    FROM (${links(sql`gl.thread_id || '/' || gl.id AS target, row_number() OVER () AS n`)} AND gl.message_id IS NULL)`);
  const touched =
    build.run(sql`UPDATE threads SET version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by}
    WHERE id IN (${links(sql`gl.thread_id`)})`);
  const ended = build.run(
    sql`UPDATE thread_links SET revoked_at = ${at.getTime()} WHERE id IN (${links(sql`gl.id`)})`,
  );
  return {
    statements: [ordered, touched, ended] satisfies Statement[],
    ended: build.all<OutboxEntry>(sql`SELECT id, kind, target_id AS "targetId" FROM outbox
      WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id LIMIT ${TOLD_AT_ONCE}`),
  };
}

/**
 * Links `gl` of threads in the collection's subtree that have not ended. CROSS JOIN fixes the cheaper join
 * order.
 */
function lostLinks({ collectionId, userId }: LostShare): SQL {
  if (userId !== null) {
    return sql`collections top CROSS JOIN thread_links gl ON gl.shared_by = ${userId} AND gl.revoked_at IS NULL
      CROSS JOIN threads gt ON gt.id = gl.thread_id CROSS JOIN collections gc ON gc.id = gt.home_collection_id
      WHERE top.id = ${collectionId} AND ${isWithin(sql`gc.path`, sql`top.path`)}`;
  }
  return sql`collections top CROSS JOIN collections gc ON ${isWithin(sql`gc.path`, sql`top.path`)}
    CROSS JOIN threads gt ON gt.home_collection_id = gc.id CROSS JOIN thread_links gl ON gl.thread_id = gt.id AND gl.revoked_at IS NULL
    WHERE top.id = ${collectionId}`;
}
