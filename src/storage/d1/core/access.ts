import { sql, type SQL } from "drizzle-orm";
import { type Action, actionsGranting } from "../../../domain/access.ts";
import { SESSION_IDLE_DAYS } from "../../../domain/session.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

/**
 * The functions take SQL expressions or ids: `actor` yields a user id, `path` a collection's path. Long
 * aliases avoid conflicts with the caller's aliases. CROSS JOIN fixes the join order, so each id along the
 * path is one look-up. Otherwise the planner reads all grants of the user.
 */

/** Type for modules that only pass on an SQL expression. */
export type { SQL } from "drizzle-orm";

/** A user id as an SQL expression. */
export function userOf(id: string): SQL {
  return sql`${id}`;
}

/** An id as an SQL expression. */
export function valueOf(id: string): SQL {
  return sql`${id}`;
}

/** SQL expression for an unknown user. */
export const NO_USER: SQL = sql`NULL`;

/** Whether the expression yields this user. */
export function isUser(actor: SQL, userId: string): SQL {
  return sql`${actor} = ${userId}`;
}

/** The user id of an identity; null before the identity's first sign-in. */
export function actorOf(issuer: string, subject: string): SQL {
  return sql`(SELECT idn.user_id FROM identities idn WHERE idn.issuer = ${issuer} AND idn.subject = ${subject})`;
}

/** The user of an active API key; null if the key is revoked or expired. */
export function actorOfKey(keyId: string, now: Date): SQL {
  return sql`(SELECT ak.user_id FROM api_keys ak WHERE ak.id = ${keyId} AND ak.revoked_at IS NULL AND ak.expires_at > ${now.getTime()})`;
}

/** The user of an active browser session; null before the identity's first sign-in, or after the session's end. */
export function actorOfSession(sessionId: string, now: Date): SQL {
  return sql`(SELECT idn.user_id FROM sessions os CROSS JOIN identities idn ON idn.issuer = os.issuer AND idn.subject = os.subject
    WHERE os.id = ${sessionId} AND ${isActiveSession(now)})`;
}

/** Whether the browser session with this id is active. */
export function isSessionActive(sessionId: SQL | string, now: Date): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM sessions os WHERE os.id = ${sessionId} AND ${isActiveSession(now)})`;
}

/** Whether the session `os` is active. */
export function isActiveSession(now: Date): SQL<boolean> {
  return sql<boolean>`(os.expires_at > ${now.getTime()} AND os.last_used_at >= ${sessionsUsedSince(now)})`;
}

/** Start of the first day on which a session that is active now was used, in milliseconds since 1970. */
export function sessionsUsedSince(now: Date): number {
  return now.getTime() - (now.getTime() % MS_PER_DAY) - SESSION_IDLE_DAYS * MS_PER_DAY;
}

/** The collection ids along a path, root first, as rows with a `value`. */
export function idsAlong(path: SQL): SQL {
  return sql`json_each('["' || replace(rtrim(${path}, '/'), '/', '","') || '"]')`;
}

/** The user's own and inherited grants on the collection at `path`, comma-separated; null without a grant. */
export function grantedOnPath(actor: SQL, path: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT group_concat(DISTINCT gr.action) FROM ${idsAlong(path)} anc
    CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor})`;
}

/** Whether the user has `action` on the collection at `path`. */
export function mayOnPath(actor: SQL, path: SQL, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM ${idsAlong(path)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value
    AND gr.user_id = ${actor} AND gr.action IN (${literals(actionsGranting(action))}))`;
}

/** Whether the user has `action` on the active collection with this id. */
export function mayOnCollection(actor: SQL, collectionId: SQL | string, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM collections mc WHERE mc.id = ${collectionId} AND mc.lifecycle_state = 'active'
    AND ${mayOnPath(actor, sql`mc.path`, action)})`;
}

/**
 * Whether the asset is not deleted.
 * @param alias alias of `assets` in the query
 */
export function isAliveAsset(alias: string): SQL<boolean> {
  return sql<boolean>`${sql.identifier(alias)}.lifecycle_state <> 'deleted'`;
}

/** Whether neither the asset nor at least one of its collections is deleted. */
export function isVisibleAsset(alias: string): SQL<boolean> {
  return sql<boolean>`(${isAliveAsset(alias)} AND EXISTS (SELECT 1 FROM asset_collections hold JOIN collections hc ON hc.id = hold.collection_id
    AND hc.lifecycle_state = 'active' WHERE hold.asset_id = ${sql.identifier(alias)}.id))`;
}

/**
 * Whether the thread is not deleted.
 * @param alias alias of `threads` in the query
 */
export function isAliveThread(alias: string): SQL<boolean> {
  return sql<boolean>`${sql.identifier(alias)}.lifecycle_state = 'active'`;
}

/**
 * Whether a link's asset is not deleted. Triggers maintain the column that this condition reads.
 * @param alias alias of `asset_collections` in the query
 */
export function isOfAliveAsset(alias: string): SQL<boolean> {
  return sql<boolean>`${sql.identifier(alias)}.listed = 1`;
}

/** The user's grants on all active collections that hold the asset; null if the asset is deleted. */
export function grantedOnAsset(actor: SQL, assetId: SQL): SQL<string | null> {
  return grantedOnHolders(actor, assetId, sql` AND ${isOfAliveAsset("hold")}`);
}

/** Like `grantedOnAsset`, for a deleted asset that the user may restore. */
export function grantedOnTombstone(actor: SQL, assetId: SQL): SQL<string | null> {
  return grantedOnHolders(actor, assetId, sql``);
}

function grantedOnHolders(actor: SQL, assetId: SQL, which: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT group_concat(DISTINCT gr.action) FROM asset_collections hold
    JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active'
    CROSS JOIN ${idsAlong(sql`hc.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor}
    WHERE hold.asset_id = ${assetId}${which})`;
}

/** Whether the asset is not deleted and the user has `action` on an active collection that holds it. */
export function mayOnAsset(actor: SQL, assetId: SQL | string, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM asset_collections hold JOIN collections hc ON hc.id = hold.collection_id
    AND hc.lifecycle_state = 'active' WHERE hold.asset_id = ${assetId} AND ${isOfAliveAsset("hold")} AND ${mayOnPath(actor, sql`hc.path`, action)})`;
}

/**
 * Whether at least one active collection holds the asset, deleted or not, and the user has `action` on every
 * such collection.
 */
export function mayOnEveryParent(actor: SQL, assetId: SQL | string, action: Action): SQL<boolean> {
  return sql<boolean>`coalesce((SELECT min(${mayOnPath(actor, sql`hc.path`, action)}) FROM asset_collections hold
    JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active' WHERE hold.asset_id = ${assetId}), 0)`;
}

/**
 * Whether the user has `action` on the active thread through its home. A linked collection can also permit
 * reading.
 */
export function mayOnThread(actor: SQL, threadId: SQL, action: Action): SQL<boolean> {
  const linked = action === "read" ? sql`OR ${mayReadByLink(actor, sql`mt.id`)}` : sql``;
  return sql<boolean>`EXISTS (SELECT 1 FROM threads mt WHERE mt.id = ${threadId} AND ${isAliveThread("mt")}
    AND (${mayOnCollection(actor, sql`mt.home_collection_id`, action)} ${linked}))`;
}

/**
 * Whether a linked collection permits the user to read the thread. If the thread's home is deleted, nobody
 * may read it.
 */
export function mayReadByLink(actor: SQL, threadId: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM thread_collections tl JOIN collections lc ON lc.id = tl.collection_id AND lc.lifecycle_state = 'active'
    CROSS JOIN threads lt ON lt.id = tl.thread_id CROSS JOIN collections lh ON lh.id = lt.home_collection_id AND lh.lifecycle_state = 'active'
    WHERE tl.thread_id = ${threadId} AND ${mayOnPath(actor, sql`lc.path`, "read")})`;
}

/**
 * Whether `path` is in the subtree of the collection at `above`, including that collection. The condition is
 * one range of the path index.
 */
export function isWithin(path: SQL, above: SQL): SQL<boolean> {
  return sql<boolean>`(${path} >= ${above} AND ${path} < substr(${above}, 1, length(${above}) - 1) || '0')`;
}

/** Whether the user's account is active. */
export function isActiveUser(user: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM users au WHERE au.id = ${user} AND au.lifecycle_state = 'active')`;
}

/** Grants per user to examine for a common collection. */
const GRANTS_COMPARED = 100;

/**
 * Whether the two users share an organization, or one may read something granted to the other. Grants by user
 * id that unrelated users gave the other user do not count. Only the oldest grants count, so users with very
 * many grants may appear unrelated.
 */
export function sharesCollection(viewer: SQL, other: SQL): SQL<boolean> {
  const reaches = (holder: SQL, reader: SQL, ofOther: SQL) => sql`EXISTS (SELECT 1
    FROM (SELECT compared.collection_id, compared.shows_address FROM grants compared
      WHERE compared.user_id = ${holder} ORDER BY compared.id LIMIT ${GRANTS_COMPARED}) given
    CROSS JOIN collections common ON common.id = given.collection_id AND common.lifecycle_state = 'active'
    CROSS JOIN ${idsAlong(sql`common.path`)} anc CROSS JOIN grants gr ON gr.user_id = ${reader} AND gr.collection_id = anc.value
    WHERE ${ofOther}.shows_address = 1)`;
  return sql<boolean>`(${viewer} = ${other} OR ${isOfOneOrganization(viewer, other)}
    OR ${reaches(other, viewer, sql`given`)} OR ${reaches(viewer, other, sql`gr`)})`;
}

/** Whether two users are members of one organization. */
export function isOfOneOrganization(one: SQL, other: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM memberships om CROSS JOIN memberships tm
    ON tm.organization_id = om.organization_id AND tm.user_id = ${other} WHERE om.user_id = ${one})`;
}

/**
 * A JSON array as one bound value, read as rows with a `value`. D1 binds at most 100 values per statement.
 */
export function listOf(values: readonly string[]): SQL {
  return sql`json_each(${JSON.stringify(values)})`;
}

function literals(actions: readonly Action[]): SQL {
  return sql.raw(actions.map((action) => `'${action}'`).join(", "));
}
