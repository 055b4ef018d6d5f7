import { sql, type SQL } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import { isActiveUser, isSessionActive, isWithin, listOf, mayOnThread } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "../core/open-links.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { isLiveKey, readsByNamed } from "../users/api-keys.ts";

/** Connected users and guests of a room, without duplicates. */
export interface Listeners {
  readonly userIds: readonly string[];
  /** Ids of the public links of connected guests. */
  readonly tokenIds: readonly string[];
  /** Ids of the API keys with which users connected. */
  readonly keyIds: readonly string[];
  /** Ids of the browser sessions with which users connected. */
  readonly sessionIds: readonly string[];
}

/** Reason for disconnecting a listener: a missing right, a merged account, or an ended API key or session. */
export type Denial = "forbidden" | "merged" | "key_ended" | "session_ended";

/** Scope of reduced access: all threads of a user, a collection's subtree, or one thread. */
export type ReducedAccess = `user/${string}` | `collection/${string}` | `thread/${string}`;

/** Connections (sockets and streams) per user in all threads, enough to fill two rooms. */
export const MAX_CONNECTIONS_PER_USER = 2_000;

const countOf = (actor: SQL): SQL =>
  sql`(SELECT coalesce(sum(cp.connections), 0) FROM presence cp WHERE cp.listener = ${actor})`;

/**
 * Upper bound of the user's number of connections. If it precedes `recordPresence` in a batch, it shows
 * whether that statement admits another connection.
 */
export function countConnections({ build }: Database, actor: SQL) {
  return build.all<{ readonly total: number }>(sql`SELECT ${countOf(actor)} AS total`);
}

/** The number of connections of a user that a room has recorded. `since` is in milliseconds since 1970. */
export interface CountedRoom {
  readonly userId: Id<"user">;
  readonly threadId: Id<"thread">;
  readonly connections: number;
  readonly since: number;
}

/** Some rooms of the user without a new connection since `before`, chosen at random. */
export function someCountedRooms({ build }: Database, actor: SQL, before: Date, limit: number) {
  return build.all<CountedRoom>(sql`SELECT sp.listener AS "userId", sp.thread_id AS "threadId", sp.connections AS connections, sp.since AS since
    FROM presence sp WHERE sp.listener = ${actor} AND sp.since < ${before.getTime()} ORDER BY random() LIMIT ${limit}`);
}

/**
 * Corrects the recorded number of the user's connections in a room, unless the user has opened a new
 * connection since.
 */
export function correctConnections(
  { build }: Database,
  { userId, threadId, connections, since }: CountedRoom,
  counted: number,
): Statement {
  const row = sql`listener = ${userId} AND thread_id = ${threadId} AND connections = ${connections} AND since = ${since}`;
  return counted === 0
    ? build.run(sql`DELETE FROM presence WHERE ${row}`)
    : build.run(sql`UPDATE presence SET connections = ${counted} WHERE ${row}`);
}

/**
 * Records another connection of the user to the thread's room, if the user may read the thread and is below
 * the limit. Run it in the transaction that checks the right. A revocation before that transaction rejects
 * the user, and a later revocation finds the row.
 */
export function recordPresence({ build }: Database, actor: SQL, threadId: string, at: Date) {
  return build.run(sql`INSERT INTO presence (listener, thread_id, since)
    SELECT pu.id, ${threadId}, ${at.getTime()} FROM users pu WHERE pu.id = ${actor} AND ${mayListen(sql`pu.id`, threadId)}
      AND ${countOf(sql`pu.id`)} < ${MAX_CONNECTIONS_PER_USER}
    ON CONFLICT (listener, thread_id) DO UPDATE SET since = max(since, excluded.since), connections = connections + 1`);
}

/**
 * The listeners that may no longer listen, with the reason. A merged account has the reason `merged`, because
 * its user may reconnect with the new account.
 */
export function selectBarred(
  { build }: Database,
  threadId: string,
  { userIds, tokenIds, keyIds, sessionIds }: Listeners,
  now: Date,
) {
  return build.all<{
    readonly id: string;
    readonly denial: Denial;
  }>(sql`SELECT lu.value AS id,
      iif(EXISTS (SELECT 1 FROM users gone WHERE gone.id = lu.value AND gone.lifecycle_state = 'merged'), 'merged', 'forbidden') AS denial FROM ${listOf(userIds)} lu WHERE NOT ${mayListen(sql`lu.value`, threadId)}
    UNION ALL SELECT lg.value, 'forbidden' FROM ${listOf(tokenIds)} lg WHERE NOT EXISTS (SELECT 1 FROM ${LINKS_OF_THREADS}
      WHERE gl.id = lg.value AND gl.thread_id = ${threadId} AND gl.message_id IS NULL AND ${IS_OPEN})
    UNION ALL SELECT lk.value, iif(ko.id IS NULL, 'key_ended', 'forbidden') FROM ${listOf(keyIds)} lk
      LEFT JOIN api_keys ko ON ko.id = lk.value AND ${isLiveKey(now)}
      WHERE ko.id IS NULL OR NOT iif(ko.collection_ids = '[]', ${mayListen(sql`ko.user_id`, threadId)},
        ${readsByNamed(sql`lk.value`, (userId) => mayListen(userId, threadId))})
    UNION ALL SELECT ls.value, 'session_ended' FROM ${listOf(sessionIds)} ls WHERE NOT ${isSessionActive(sql`ls.value`, now)}`);
}

/**
 * Deletes presence rows of users whose last connection to the room has closed. A row renewed after `upTo`
 * (milliseconds since 1970) belongs to a new connection.
 */
export function removePresence(
  { build }: Database,
  threadId: string,
  gone: readonly { userId: string; upTo: number }[],
): Statement {
  return build.run(sql`DELETE FROM presence WHERE thread_id = ${threadId} AND (listener, thread_id) IN (
    SELECT gp.listener, gp.thread_id FROM json_each(${JSON.stringify(gone)}) left_by
    CROSS JOIN presence gp ON gp.listener = left_by.value ->> 'userId' AND gp.thread_id = ${threadId} AND gp.since <= left_by.value ->> 'upTo')`);
}

/** Deletes presence rows of the thread from before `upTo` that belong to no current listener. */
export function sweepPresence(
  { build }: Database,
  threadId: string,
  userIds: readonly string[],
  upTo: number,
): Statement {
  return build.run(sql`DELETE FROM presence WHERE thread_id = ${threadId} AND since <= ${upTo}
    AND listener NOT IN (SELECT value FROM ${listOf(userIds)})`);
}

/** Rooms with listeners that the reduced access may affect, ordered by thread id, starting after `after`. */
export function selectRooms({ build }: Database, reduced: ReducedAccess, after: string, limit: number) {
  return build.all<{
    readonly threadId: Id<"thread">;
  }>(sql`SELECT DISTINCT rp.thread_id AS "threadId" FROM ${concerned(reduced)}
    AND rp.thread_id > ${after} ORDER BY rp.thread_id LIMIT ${limit}`);
}

/**
 * Enqueues access rechecks of rooms for these users and threads, if anybody listens.
 * @returns the enqueued jobs
 */
export function enqueueRechecks(
  { build }: Database,
  reduced: readonly (`user/${string}` | `thread/${string}`)[],
  at: Date,
) {
  const entries = reduced.map((targetId) => ({
    id: newId("event"),
    targetId,
    of: targetId.slice(targetId.indexOf("/") + 1),
  }));
  return build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT value ->> 'id', 'access_reduced', value ->> 'targetId', ${at.getTime()} FROM json_each(${JSON.stringify(entries)})
    WHERE EXISTS (SELECT 1 FROM presence op WHERE op.listener = value ->> 'of')
      OR EXISTS (SELECT 1 FROM presence op WHERE op.thread_id = value ->> 'of')
    RETURNING id, kind, target_id AS "targetId"`);
}

/**
 * The presence rows `rp` that reduced access may affect. CROSS JOIN fixes the join order: subtree, threads,
 * listeners.
 */
function concerned(reduced: ReducedAccess): SQL {
  const id = reduced.slice(reduced.indexOf("/") + 1);
  if (reduced.startsWith("user/")) return sql`presence rp WHERE rp.listener = ${id}`;
  if (reduced.startsWith("thread/")) return sql`presence rp WHERE rp.thread_id = ${id}`;
  const subtree = sql`collections top CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)}`;
  return sql`(SELECT t.id FROM ${subtree} CROSS JOIN threads t ON t.home_collection_id = below.id WHERE top.id = ${id}
    UNION SELECT tc.thread_id FROM ${subtree} CROSS JOIN thread_collections tc ON tc.collection_id = below.id WHERE top.id = ${id}) held
    CROSS JOIN presence rp ON rp.thread_id = held.id WHERE true`;
}

/** Whether the user is active and may read the active thread. */
function mayListen(userId: SQL, threadId: string): SQL<boolean> {
  return sql<boolean>`(${isActiveUser(userId)} AND ${mayOnThread(userId, sql`${threadId}`, "read")})`;
}
