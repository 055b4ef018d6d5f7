import type { Id } from "../../../domain/ids.ts";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Assertion, Writer } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { droppedGrants, movedGrants } from "./moved-grants.ts";
import { insertAuditEvents } from "../service/audit.ts";
import { identities, users } from "../schema/users.ts";

/** A merge of two accounts. `by` is the user or service that requested the merge. */
export interface AccountMerge {
  readonly oldUserId: Id<"user">;
  readonly newUserId: Id<"user">;
  readonly reason: string;
  readonly by: Id<"user">;
  readonly at: Date;
}

/** The accounts of a merge, in any state. */
export function findAccounts({ build }: Database, userIds: readonly Id<"user">[]) {
  const { id, lifecycleState, organizationId, mergedInto, version } = users;
  return build
    .select({ id, lifecycleState, organizationId, mergedInto, version })
    .from(users)
    .where(inArray(users.id, [...userIds]));
}

/** Returns a row if at least one identity belongs to the user that `consent` yields. */
export function findConsenting({ build }: Database, consent: SQL) {
  return build
    .select({ userId: identities.userId })
    .from(identities)
    .where(eq(identities.userId, consent))
    .limit(1);
}

type MergedAccount = Pick<typeof users.$inferSelect, "id" | "organizationId">;

/**
 * Writes an audit event in the old account's organization, if that organization differs from the new
 * account's.
 */
export function auditOldOrganization(
  writer: Writer,
  oldAccount: MergedAccount,
  newAccount: MergedAccount,
): Statement {
  const elsewhere = sql`SELECT ${oldAccount.organizationId} AS organization_id, ${oldAccount.id} AS target_id
    WHERE ${oldAccount.organizationId} <> ${newAccount.organizationId}`;
  return insertAuditEvents(writer, elsewhere);
}

export function bothActive({
  oldUserId,
  newUserId,
}: Pick<AccountMerge, "oldUserId" | "newUserId">): Assertion {
  const active = sql`SELECT count(*) FROM users WHERE id IN (${oldUserId}, ${newUserId}) AND lifecycle_state = 'active'`;
  return { name: "both_active", holds: sql`(${active}) = 2` };
}

/**
 * The statements of a merge in order: threads before the messages and links by which the statement finds
 * those threads. Each statement changes all its rows at once, found by an index on the old user.
 * `recordMergeChanges` lists the changes. Modification times stay, so lists keep their order.
 */
export function mergeStatements(db: Database, merge: AccountMerge) {
  const { build } = db;
  const { oldUserId, newUserId } = merge;
  const creator = sql`created_by = ${newUserId} WHERE created_by = ${oldUserId}`;
  return {
    threads: build.run(sql`UPDATE threads SET ${renamed(merge)} WHERE id IN (${touchedThreads(oldUserId)})`),
    collections: build.run(rewrite("collections", merge)),
    assets: build.run(rewrite("assets", merge)),
    messages: build.run(rewrite("messages", merge)),
    askers: build.run(sql`UPDATE messages SET asked_by = ${newUserId} WHERE asked_by = ${oldUserId}`),
    organizations: build.run(rewrite("organizations", merge)),
    projects: build.run(rewrite("projects", merge)),
    otherUsers: build.run(renameInOtherUsers(merge)),
    memberships: build.run(
      sql`UPDATE OR IGNORE memberships SET user_id = ${newUserId}, ${renamed(merge)} WHERE user_id = ${oldUserId}`,
    ),
    doubleMemberships: build.run(sql`DELETE FROM memberships WHERE user_id = ${oldUserId}`),
    otherMemberships: build.run(rewrite("memberships", merge)),
    droppedGrants: droppedGrants(db, merge),
    movedGrants: movedGrants(db, merge),
    assetLinks: build.run(sql`UPDATE asset_collections SET ${creator}`),
    threadLinks: build.run(sql`UPDATE thread_collections SET ${creator}`),
    threadScope: build.run(sql`UPDATE thread_scope SET ${creator}`),
    invitations: build.run(sql`UPDATE invitations SET issued_by = ${renameIn("issued_by", merge)},
      redeemed_by = ${renameIn("redeemed_by", merge)} WHERE id IN (SELECT id FROM invitations WHERE issued_by = ${oldUserId}
        UNION SELECT id FROM invitations WHERE redeemed_by = ${oldUserId})`),
    publicLinks: build.run(
      sql`UPDATE thread_links SET shared_by = ${newUserId} WHERE shared_by = ${oldUserId}`,
    ),
    imports: build.run(sql`UPDATE imports SET requested_by = ${newUserId} WHERE requested_by = ${oldUserId}`),
    deletions: build.run(
      sql`UPDATE deletions SET requested_by = ${newUserId} WHERE requested_by = ${oldUserId}`,
    ),
    diagnostics: build.run(
      sql`UPDATE diagnostics SET created_by = ${newUserId} WHERE created_by = ${oldUserId}`,
    ),
    ...personal(db, merge),
    ...accounts(db, merge),
  } satisfies Record<string, Statement>;
}

/**
 * Records that exist at most once per user and item. The new user's record stays, with the better of both
 * values.
 */
function personal({ build }: Database, { oldUserId, newUserId, at }: AccountMerge) {
  return {
    recents: build.run(sql`INSERT INTO recent_assets (user_id, asset_id, at)
      SELECT ${newUserId}, asset_id, at FROM recent_assets WHERE user_id = ${oldUserId}
      ON CONFLICT (user_id, asset_id) DO UPDATE SET at = max(at, excluded.at)`),
    recentAssets: build.run(sql`DELETE FROM recent_assets WHERE user_id = ${oldUserId}`),
    recentlyIn: build.run(sql`INSERT INTO recent_threads (user_id, thread_id, at)
      SELECT ${newUserId}, thread_id, at FROM recent_threads WHERE user_id = ${oldUserId}
      ON CONFLICT (user_id, thread_id) DO UPDATE SET at = max(at, excluded.at)`),
    recentThreads: build.run(sql`DELETE FROM recent_threads WHERE user_id = ${oldUserId}`),
    feedback:
      build.run(sql`INSERT INTO answer_feedback (answer_id, user_id, thread_id, organization_id, rating, word, created_at, modified_at)
      SELECT answer_id, ${newUserId}, thread_id, organization_id, rating, word, created_at, modified_at FROM answer_feedback
      WHERE user_id = ${oldUserId} ON CONFLICT (answer_id, user_id) DO UPDATE SET rating = excluded.rating, word = excluded.word,
        modified_at = excluded.modified_at WHERE excluded.modified_at > modified_at`),
    oldFeedback: build.run(sql`DELETE FROM answer_feedback WHERE user_id = ${oldUserId}`),
    emails: build.run(sql`INSERT INTO user_emails (user_id, email, type, verified_at)
      SELECT ${newUserId}, email, type, verified_at FROM user_emails WHERE user_id = ${oldUserId}
      ON CONFLICT (user_id, email) DO UPDATE SET verified_at = coalesce(verified_at, excluded.verified_at)`),
    oldEmails: build.run(sql`DELETE FROM user_emails WHERE user_id = ${oldUserId}`),
    presence: build.run(sql`INSERT INTO presence (listener, thread_id, since, connections)
      SELECT ${newUserId}, thread_id, since, connections FROM presence WHERE listener = ${oldUserId}
      ON CONFLICT (listener, thread_id) DO UPDATE SET since = min(since, excluded.since), connections = connections + excluded.connections`),
    modelKeys: build.run(sql`UPDATE model_keys SET given_by = ${newUserId} WHERE given_by = ${oldUserId}`),
    webhooks: build.run(sql`UPDATE webhooks SET user_id = ${newUserId} WHERE user_id = ${oldUserId}`),
    // API keys are deleted, because otherwise their rights would become the new account's.
    oldKeys: build.run(sql`DELETE FROM api_keys WHERE user_id = ${oldUserId}`),
    oldPresence: build.run(sql`DELETE FROM presence WHERE listener = ${oldUserId}`),
    identities: build.run(
      sql`UPDATE identities SET user_id = ${newUserId}, merged_at = ${at.getTime()} WHERE user_id = ${oldUserId}`,
    ),
    oldSnapshot: build.run(sql`DELETE FROM user_snapshots WHERE user_id = ${oldUserId}`),
  } satisfies Record<string, Statement>;
}

/** Merges the two account rows. The raised version marks the new user's snapshot as outdated. */
function accounts({ build }: Database, merge: AccountMerge) {
  const { oldUserId, newUserId, by, reason, at } = merge;
  const changed = sql`version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by}`;
  return {
    oldUser:
      build.run(sql`UPDATE users SET lifecycle_state = 'merged', merged_into = ${newUserId}, merge_reason = ${reason}, ${changed}
      WHERE id = ${oldUserId}`),
    newUser:
      build.run(sql`UPDATE users SET created_by = ${renameIn("created_by", merge)}, deleted_by = ${renameIn("deleted_by", merge)},
      marked_for_abuse_by = ${renameIn("marked_for_abuse_by", merge)}, ${changed} WHERE id = ${newUserId}`),
  } satisfies Record<string, Statement>;
}

/**
 * Updates other users that the old user created, changed or marked, and users whose membership the old user
 * created or changed.
 */
function renameInOtherUsers(merge: AccountMerge): SQL {
  const { oldUserId, newUserId } = merge;
  return sql`UPDATE users SET ${renamed(merge)}, marked_for_abuse_by = ${renameIn("marked_for_abuse_by", merge)}
    WHERE id IN (SELECT id FROM (${naming("users", "id", oldUserId)})
      UNION SELECT id FROM users WHERE marked_for_abuse_by = ${oldUserId}
      UNION SELECT user_id FROM (${naming("memberships", "user_id", oldUserId)})) AND id NOT IN (${oldUserId}, ${newUserId})`;
}

/**
 * Threads that the merge changes. A thread shows the authors of its messages and of its public link, so it
 * changes with them.
 */
export function touchedThreads(oldUserId: string): SQL {
  return sql`SELECT id FROM (${naming("threads", "id", oldUserId)})
    UNION SELECT thread_id FROM (${naming("messages", "thread_id", oldUserId)})
    UNION SELECT thread_id FROM thread_links WHERE shared_by = ${oldUserId}`;
}

type RecordTable =
  | "collections"
  | "assets"
  | "threads"
  | "messages"
  | "organizations"
  | "projects"
  | "memberships"
  | "users";

/** Replaces the old user's id in the records of a table, and updates each record once. */
function rewrite(table: RecordTable, merge: AccountMerge): SQL {
  return sql`UPDATE ${sql.raw(table)} SET ${renamed(merge)} WHERE rowid IN (${naming(table, "rowid", merge.oldUserId)})`;
}

function renamed(merge: AccountMerge): SQL {
  const columns = ["created_by", "modified_by", "deleted_by"].map(
    (column) => sql`${sql.raw(column)} = ${renameIn(column, merge)}`,
  );
  return sql`${sql.join(columns, sql`, `)}, version = version + 1`;
}

export function renameIn(column: string, { oldUserId, newUserId }: AccountMerge): SQL {
  return sql`iif(${sql.raw(column)} = ${oldUserId}, ${newUserId}, ${sql.raw(column)})`;
}

/** The records that name the user, with one SELECT per index of `recordIndexes`. */
export function naming(table: RecordTable, column: string, userId: string): SQL {
  const select = sql.raw(`SELECT ${column} FROM ${table} WHERE`);
  return sql`${select} created_by = ${userId} UNION ${select} modified_by = ${userId} AND modified_by <> created_by
    UNION ${select} deleted_by = ${userId}`;
}
