import { type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { idsAlong, isActiveUser, isWithin, listOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { deleteSessions } from "./sessions.ts";
import { PURGING, type RecordRows } from "../service/purges.ts";

/**
 * Account deletion. The request closes the account immediately, with state `deleted` and a time in
 * `purge_at`. After that time the cron run sets `purge_at` to `PURGING`. A job then purges everything that
 * only this user could access, and finally their personal data.
 */

/** A user's id, or SQL that yields it. */
type User = SQL | string;

/**
 * Tables with rows that belong to the user alone, by the column that names the user. Grants are deleted
 * separately, because they identify the owned collections.
 */
export const ROWS_OF_USER: readonly RecordRows[] = [
  { table: "recent_assets", column: "user_id" },
  { table: "recent_threads", column: "user_id" },
  { table: "answer_feedback", column: "user_id" },
  { table: "presence", column: "listener" },
  { table: "api_keys", column: "user_id" },
  { table: "memberships", column: "user_id" },
  { table: "user_emails", column: "user_id" },
  { table: "webhooks", column: "user_id" },
  { table: "model_keys", column: "given_by" },
  { table: "thread_links", column: "shared_by" },
];

/** The collections on which the user has a direct grant of `own`, and their subtrees, as `owned`. */
const owned = (
  userId: User,
): SQL => sql`owned(id, path) AS MATERIALIZED (SELECT DISTINCT below.id, below.path FROM grants og
    CROSS JOIN collections top ON top.id = og.collection_id AND top.lifecycle_state = 'active'
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'
    WHERE og.user_id = ${userId} AND og.action = 'own')`;

/** Whether the grant `gr` belongs to another user whose account is open. */
const isAnothers = (userId: User): SQL =>
  sql`(gr.user_id <> ${userId} AND EXISTS (SELECT 1 FROM users gu WHERE gu.id = gr.user_id AND gu.lifecycle_state IN ('active', 'suspended')))`;

/** Whether the grant `gr` belongs to another owner whose account is closed but still restorable. */
const isOfLeavingOwner = (userId: User): SQL =>
  sql`(gr.user_id <> ${userId} AND gr.action = 'own' AND EXISTS (SELECT 1 FROM users gu WHERE gu.id = gr.user_id
    AND gu.lifecycle_state = 'deleted' AND gu.purge_at > ${PURGING}))`;

/** Query of `id`: collections that other users may access and that have no other active owner. */
function depending(userId: User): SQL {
  return sql`WITH ${owned(userId)} SELECT owned.id AS id FROM owned
    WHERE EXISTS (SELECT 1 FROM grants gr WHERE gr.collection_id = owned.id AND ${isAnothers(userId)})
      AND NOT EXISTS (SELECT 1 FROM ${idsAlong(sql`owned.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.action = 'own'
        AND gr.user_id <> ${userId} AND ${isActiveUser(sql`gr.user_id`)})`;
}

/** Some of the shared collections that would remain without an owner. */
export function selectDependents({ build }: Database, userId: User, limit: number) {
  return build.all<{
    id: Id<"col">;
    label: string;
  }>(sql`SELECT dc.id AS id, dc.label AS label FROM (${depending(userId)}) dependent
    CROSS JOIN collections dc ON dc.id = dependent.id ORDER BY dc.path LIMIT ${limit}`);
}

/** Whether every shared collection would keep an active owner. */
export function hasNoDependents(userId: string): SQL {
  return sql`NOT EXISTS (${depending(userId)})`;
}

/** The user and all accounts merged into the user's account. */
const everybody = (userId: User): SQL => sql`WITH RECURSIVE been(id) AS (SELECT ${userId} UNION
    SELECT mu.id FROM been CROSS JOIN users mu ON mu.merged_into = been.id) SELECT id FROM been`;

/** Closes the account and revokes its API keys. */
export function startAccountDeletion(
  { build }: Database,
  userId: string,
  at: Date,
  purgeAt: Date,
): Statement[] {
  return [
    build.run(sql`UPDATE users SET lifecycle_state = 'deleted', deleted_at = ${at.getTime()}, deleted_by = ${userId}, purge_at = ${purgeAt.getTime()},
      version = version + 1, modified_at = ${at.getTime()}, modified_by = ${userId} WHERE id = ${userId}`),
    build.run(
      sql`UPDATE api_keys SET revoked_at = ${at.getTime()} WHERE user_id = ${userId} AND revoked_at IS NULL`,
    ),
  ];
}

/** Whether the account is closed and its purge has not started. */
export function isRestorable(userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM users ru WHERE ru.id = ${userId} AND ru.lifecycle_state = 'deleted' AND ru.purge_at > ${PURGING})`;
}

export function cancelAccountDeletion({ build }: Database, userId: string, at: Date): Statement {
  return build.run(sql`UPDATE users SET lifecycle_state = 'active', deleted_at = NULL, deleted_by = NULL, purge_at = NULL,
    version = version + 1, modified_at = ${at.getTime()}, modified_by = ${userId} WHERE id = ${userId}`);
}

/** Closed accounts whose grace period has ended, longest waiting first. */
export function selectExpiredUsers({ build }: Database, now: Date, limit: number) {
  return build.all<{
    id: Id<"user">;
  }>(sql`SELECT eu.id AS id FROM users eu WHERE eu.purge_at > ${PURGING} AND eu.purge_at <= ${now.getTime()}
    AND +eu.lifecycle_state = 'deleted' ORDER BY eu.purge_at LIMIT ${limit}`);
}

/**
 * Starts the purge of a closed account. If a shared collection would remain without an owner, postpones the
 * purge, and the user can still restore the account.
 * @param eventId id of the purge job
 * @returns `putOff` yields the user if the purge was postponed
 */
export function startUserPurge({ build }: Database, userId: string, eventId: string, now: Date, later: Date) {
  const isOver = sql`id = ${userId} AND lifecycle_state = 'deleted' AND purge_at > ${PURGING} AND purge_at <= ${now.getTime()}`;
  return {
    putOff: build.all<{ id: string }>(
      sql`UPDATE users SET purge_at = ${later.getTime()} WHERE ${isOver} AND NOT ${hasNoDependents(userId)} RETURNING id`,
    ),
    ordered:
      build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at) SELECT ${eventId}, 'purge_user', id, ${now.getTime()} FROM users
      WHERE ${isOver}`),
    begun: build.run(
      sql`UPDATE users SET purge_at = ${PURGING} WHERE id = ${userId} AND EXISTS (SELECT 1 FROM outbox WHERE id = ${eventId})`,
    ),
  } satisfies Record<string, Statement>;
}

/** The user, while their purge is in progress. */
export function findUserToPurge({ build }: Database, userId: string) {
  return build.all<{
    organizationId: Id<"org">;
  }>(sql`SELECT fu.organization_id AS "organizationId" FROM users fu
    WHERE fu.id = ${userId} AND fu.lifecycle_state = 'deleted' AND fu.purge_at = ${PURGING}`);
}

/** A topmost collection to purge with the user. */
export interface OwnCollection {
  readonly id: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly path: string;
  readonly subtreeCount: number;
  readonly subtreeListedTo: string | null;
}

/**
 * The collections, as `alone`, that only the user can access. No other user has a grant on them, their
 * ancestors or their descendants.
 */
function ownAlone(userId: string): SQL {
  const isOthers = sql`(${isAnothers(userId)} OR ${isOfLeavingOwner(userId)})`;
  return sql`${owned(userId)},
    given(id) AS MATERIALIZED (SELECT DISTINCT anc.value FROM owned CROSS JOIN ${idsAlong(sql`owned.path`)} anc
      WHERE EXISTS (SELECT 1 FROM grants gr WHERE gr.collection_id = owned.id AND ${isOthers})),
    alone(id) AS MATERIALIZED (SELECT owned.id FROM owned WHERE owned.id NOT IN (SELECT id FROM given)
      AND NOT EXISTS (SELECT 1 FROM ${idsAlong(sql`owned.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value AND ${isOthers}))`;
}

/** Some of the collections to purge with the user. */
export function selectOwnAlone({ build }: Database, userId: string, limit: number) {
  return build.all<OwnCollection>(sql`WITH ${ownAlone(userId)}
    SELECT ac.id AS id, ac.organization_id AS "organizationId", ac.path AS path, ac.subtree_count AS "subtreeCount",
      ac.subtree_listed_to AS "subtreeListedTo"
    FROM alone CROSS JOIN collections ac ON ac.id = alone.id
    WHERE ac.parent_id IS NULL OR ac.parent_id NOT IN (SELECT id FROM alone) ORDER BY ac.organization_id, ac.id LIMIT ${limit}`);
}

/**
 * Asserts that the user's purge is in progress, and that since the read no further collection became theirs
 * alone or came to depend on them.
 */
export function mayBePurged(userId: string): Assertion[] {
  const isBeing = sql`EXISTS (SELECT 1 FROM users bu WHERE bu.id = ${userId} AND bu.lifecycle_state = 'deleted' AND bu.purge_at = ${PURGING})`;
  return [
    { name: "user_unchanged", holds: isBeing },
    { name: "nobody_depends", holds: hasNoDependents(userId) },
    { name: "nothing_left", holds: sql`NOT EXISTS (WITH ${ownAlone(userId)} SELECT 1 FROM alone)` },
  ];
}

/** Some of the invitations that the user issued or redeemed. */
export function selectInvitationsOf({ build }: Database, userId: string, limit: number) {
  return build.all<{ id: string }>(sql`SELECT id FROM invitations WHERE issued_by = ${userId}
    UNION SELECT id FROM invitations WHERE redeemed_by = ${userId} LIMIT ${limit}`);
}

export function deleteInvitations({ build }: Database, ids: readonly string[]): Statement[] {
  return [
    build.run(sql`DELETE FROM invitation_grants WHERE invitation_id IN (SELECT value FROM ${listOf(ids)})`),
    build.run(sql`DELETE FROM invitations WHERE id IN (SELECT value FROM ${listOf(ids)})`),
  ];
}

/**
 * Final step of the purge: removes all personal data. An organization without content and members loses its
 * name.
 */
export function purgeUserRow(db: Database, userId: string, by: string, at: Date): Statement[] {
  const { build } = db;
  const changed = sql`version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by}`;
  const empty = sql`SELECT eo.id FROM users ou CROSS JOIN organizations eo ON eo.id = ou.organization_id WHERE ou.id IN (${everybody(userId)})
    AND eo.collection_count = 0 AND NOT EXISTS (SELECT 1 FROM memberships em WHERE em.organization_id = eo.id)`;
  return [
    build.run(sql`DELETE FROM grants WHERE user_id = ${userId}`),
    deleteSessions(db, sql`${userId}`),
    build.run(sql`DELETE FROM identities WHERE user_id = ${userId}`),
    build.run(sql`DELETE FROM user_snapshots WHERE user_id = ${userId}`),
    build.run(sql`DELETE FROM model_keys WHERE organization_id IN (${empty})`),
    build.run(
      sql`UPDATE projects SET name = '', display_name = '', slug = id, ${changed} WHERE organization_id IN (${empty})`,
    ),
    build.run(
      sql`UPDATE organizations SET name = '', display_name = '', slug = id, ${changed} WHERE id IN (${empty})`,
    ),
    build.run(sql`UPDATE users SET slug = id, email = '', display_name = '', given_name = '', family_name = '', phonetic_name = '',
      auth_display_name = '', auth_picture_url = '', picture_url = '', locale = '', addresses = '[]', merge_reason = NULL, purge_at = NULL, ${changed}
      WHERE id IN (${everybody(userId)})`),
  ];
}
