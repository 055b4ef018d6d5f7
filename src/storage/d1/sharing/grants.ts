import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { listOf, sharesCollection } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { idOfRow } from "../core/id-block.ts";
import { users } from "../schema/users.ts";

/** A user as the recipient of a share. */
export type ShareTarget = Awaited<ReturnType<typeof findShareTargets>>[number];

/**
 * Active users with these ids, and users who verified one of the addresses. `isKnown` is true if the viewer
 * shares an organization or a collection with the user.
 */
export function findShareTargets(
  db: Database,
  viewer: SQL,
  userIds: readonly string[],
  emails: readonly string[],
) {
  const isKnown = sql<number>`${sharesCollection(viewer, sql`"users"."id"`)}`.as("is_known");
  const {
    id,
    createdAt,
    modifiedAt,
    displayName,
    lifecycleState,
    pictureUrl,
    email,
    potentialScore,
    version,
  } = users;
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
      isKnown,
    })
    .from(users)
    .where(sql`${users.id} IN (${targetIds(userIds, emails)}) AND ${users.lifecycleState} = 'active'`);
}

/** An address and the one active user who verified it; null if no user or several users did. */
export interface AddressOwner {
  readonly email: string;
  readonly userId: string | null;
}

export function findOwners({ build }: Database, emails: readonly string[]) {
  return build.all<AddressOwner>(
    sql`SELECT asked.value AS email, ${soleOwner(sql`asked.value`)} AS userId FROM ${listOf(emails)} asked ORDER BY asked.key`,
  );
}

/** Whether the addresses still have these owners. */
export function haveOwners(owners: readonly AddressOwner[]): SQL<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(owners)}) asked
    WHERE ${soleOwner(sql`asked.value ->> 'email'`)} IS NOT (asked.value ->> 'userId'))`;
}

/** Whether the viewer shares an organization or a collection with the user. */
export function findIsKnown({ build }: Database, viewer: SQL, userId: string) {
  return build.all<{ isKnown: number }>(sql`SELECT ${sharesCollection(viewer, sql`${userId}`)} AS "isKnown"`);
}

/** Whether the viewer has a right on any collection of the organization. */
export function findAnyGrant({ build }: Database, viewer: SQL, organizationId: string) {
  return build.all<{ isHere: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM grants ag WHERE ag.user_id = ${viewer} AND ag.organization_id = ${organizationId}) AS "isHere"`,
  );
}

/**
 * Number of requested grants that each recipient already has. If the request names a recipient by their
 * current address, only grants that show the address count.
 */
export function countGrants(
  { build }: Database,
  userIds: readonly string[],
  emails: readonly string[],
  collectionIds: readonly string[],
  actions: readonly Action[],
) {
  return build.all<{ userId: string; held: number }>(sql`
    SELECT target.id AS userId, count(*) AS held FROM (${targetIds(userIds, emails)}) target
    CROSS JOIN ${listOf(collectionIds)} shared
    CROSS JOIN grants g ON g.user_id = target.id AND g.collection_id = shared.value AND g.action IN (SELECT value FROM ${listOf(actions)})
      AND (g.shows_address = 1 OR NOT EXISTS (SELECT 1 FROM users tu JOIN user_emails te ON te.user_id = tu.id AND te.email = tu.email
        AND te.verified_at IS NOT NULL WHERE tu.id = target.id AND tu.email IN (SELECT value FROM ${listOf(emails)})))
    GROUP BY target.id`);
}

/**
 * Grants every action on every collection to every user in one statement. Existing grants stay, but may start
 * to show the address.
 */
export function insertGrants(
  { build }: Database,
  wanted: {
    readonly userIds: readonly string[];
    /** The users whose address the sharing user knows. */
    readonly knownIds: readonly string[];
    readonly collectionIds: readonly string[];
    readonly actions: readonly Action[];
  },
  createdBy: string,
  at: Date,
) {
  return build.run(sql`INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by, shows_address)
    SELECT ${idOfRow("perm", sql`n`)}, user_id, collection_id, organization_id, action, ${at.getTime()}, ${createdBy}, is_known
    FROM (SELECT row_number() OVER () AS n, target.value AS user_id, c.id AS collection_id, c.organization_id, wanted.value AS action,
        target.value IN (SELECT value FROM ${listOf(wanted.knownIds)}) AS is_known
      FROM ${listOf(wanted.userIds)} target CROSS JOIN ${listOf(wanted.collectionIds)} shared
      CROSS JOIN collections c ON c.id = shared.value CROSS JOIN ${listOf(wanted.actions)} wanted) WHERE true
    ON CONFLICT (user_id, collection_id, action) DO UPDATE SET shows_address = 1 WHERE excluded.shows_address = 1 AND grants.shows_address = 0`);
}

function targetIds(userIds: readonly string[], emails: readonly string[]): SQL {
  return sql`SELECT value AS id FROM ${listOf(userIds)} UNION SELECT ve.user_id FROM user_emails ve
    WHERE ve.email IN (SELECT value FROM ${listOf(emails)}) AND ve.verified_at IS NOT NULL`;
}

function soleOwner(email: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT CASE count(*) WHEN 1 THEN max(ve.user_id) END FROM user_emails ve
    JOIN users vu ON vu.id = ve.user_id AND vu.lifecycle_state = 'active' WHERE ve.email = ${email} AND ve.verified_at IS NOT NULL)`;
}
