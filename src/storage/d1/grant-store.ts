import { sql } from "drizzle-orm";
import type { Action } from "../../domain/access.ts";
import { listOf } from "./access-sql.ts";
import type { Database } from "./database.ts";
import { grants } from "./schema/collections.ts";
import { users } from "./schema/users.ts";

/** A user that something is shared with; `verifiedEmail` is the asked-for address that led to him, null when he was named by id. */
export type ShareTarget = Awaited<ReturnType<typeof findShareTargets>>[number];

/** Active users by id, and by verified address (one row an address). */
export function findShareTargets(db: Database, userIds: readonly string[], emails: readonly string[]) {
  const { id, createdAt, modifiedAt, displayName, lifecycleState, pictureUrl, email, potentialScore, version } = users;
  const verifiedEmail = sql<
    string | null
  >`(SELECT ve.email FROM user_emails ve WHERE ve.user_id = "users"."id" AND ve.verified_at IS NOT NULL
    AND ve.email IN (SELECT value FROM ${listOf(emails)}))`;
  return db.build
    .select({
      id,
      createdAt,
      modifiedAt,
      displayName,
      lifecycleState,
      pictureUrl,
      email,
      potentialScore,
      version,
      verifiedEmail: verifiedEmail.as("verified_email"),
    })
    .from(users)
    .where(sql`${users.id} IN (${targetIds(userIds, emails)}) AND ${users.lifecycleState} = 'active'`);
}

/** Which of the grants asked for exist already. */
export function countGrants(
  db: Database,
  userIds: readonly string[],
  emails: readonly string[],
  collectionIds: readonly string[],
  actions: readonly Action[],
) {
  return db.build
    .select({ userId: grants.userId, collectionId: grants.collectionId, action: grants.action })
    .from(grants)
    .where(
      sql`${grants.userId} IN (${targetIds(userIds, emails)}) AND ${grants.collectionId} IN (SELECT value FROM ${listOf(collectionIds)})
        AND ${grants.action} IN (SELECT value FROM ${listOf(actions)})`,
    );
}

export interface NewGrant {
  readonly id: string;
  readonly userId: string;
  readonly collectionId: string;
  readonly organizationId: string;
  readonly action: Action;
}

/** Inserts any number of grants with one statement; those that exist stay as they are. */
export function insertGrants(db: Database, rows: readonly NewGrant[], createdBy: string, at: Date) {
  return db.build.run(sql`INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
    SELECT value ->> 'id', value ->> 'userId', value ->> 'collectionId', value ->> 'organizationId', value ->> 'action', ${at.getTime()}, ${createdBy}
    FROM json_each(${JSON.stringify(rows)}) WHERE true ON CONFLICT (user_id, collection_id, action) DO NOTHING`);
}

function targetIds(userIds: readonly string[], emails: readonly string[]) {
  return sql`SELECT value FROM ${listOf(userIds)} UNION SELECT ve.user_id FROM user_emails ve
    WHERE ve.email IN (SELECT value FROM ${listOf(emails)}) AND ve.verified_at IS NOT NULL`;
}
