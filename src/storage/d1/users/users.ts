import type { Id } from "../../../domain/ids.ts";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../core/database.ts";
import { identities, memberships, organizations, userEmails, users, userSnapshots } from "../schema/users.ts";

export type UserRow = typeof users.$inferSelect;
export type ActorRow = Pick<
  UserRow,
  "id" | "displayName" | "organizationId" | "tenantId" | "lifecycleState" | "purgeAt"
>;
export type UserEmailRow = typeof userEmails.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type MembershipRow = typeof memberships.$inferSelect;
export type OrganizationRow = typeof organizations.$inferSelect;

/** The user that `actor` yields. */
export function findActor(db: Database, actor: SQL) {
  const { id, displayName, organizationId, tenantId, lifecycleState, purgeAt } = users;
  return db.build
    .select({ id, displayName, organizationId, tenantId, lifecycleState, purgeAt })
    .from(users)
    .where(sql`${users.id} = ${actor}`);
}

/** Returns a row while the user is suspended. */
export function findSuspended(db: Database, userId: Id<"user">) {
  return db.build
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.lifecycleState, "suspended")));
}

export function updateUser(db: Database, userId: string, fields: Partial<typeof users.$inferInsert>) {
  return db.build
    .update(users)
    .set(fields)
    .where(sql`${users.id} = ${userId}`);
}

/** Whether `actor` yields this user, and the user is active and has this version. */
export function isActiveAt(actor: SQL, { id, version }: Pick<UserRow, "id" | "version">): SQL {
  return sql`${actor} = ${id}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.lifecycle_state = 'active' AND u.version = ${version})`;
}

/** The source rows of a user record. `actor` yields the user's id. */
export function selectUserRecord(db: Database, actor: SQL) {
  return {
    user: db.build
      .select()
      .from(users)
      .where(sql`${users.id} = ${actor}`),
    emails: db.build
      .select()
      .from(userEmails)
      .where(sql`${userEmails.userId} = ${actor}`)
      .orderBy(userEmails.email),
    identities: db.build
      .select()
      .from(identities)
      .where(sql`${identities.userId} = ${actor}`)
      .orderBy(identities.createdAt, identities.subject),
    memberships: db.build
      .select()
      .from(memberships)
      .where(sql`${memberships.userId} = ${actor}`)
      .orderBy(memberships.createdAt),
  };
}

export function findSnapshot(db: Database, actor: SQL) {
  return db.build
    .select()
    .from(userSnapshots)
    .where(sql`${userSnapshots.userId} = ${actor}`);
}

export function findIdentity(db: Database, issuer: string, subject: string) {
  return db.build
    .select()
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
}

/** Writes the snapshot unless a newer one exists. If two writers compete, the newer snapshot stays. */
export function putSnapshot(db: Database, userId: Id<"user">, version: number, body: string) {
  return db.build
    .insert(userSnapshots)
    .values({ userId, version, body })
    .onConflictDoUpdate({
      target: userSnapshots.userId,
      set: { version, body },
      setWhere: sql`${userSnapshots.version} <= ${version}`,
    });
}

/** Whether the slugs are taken: at most one row each. */
export function findSlugs(db: Database, slugs: { user: string; organization: string }) {
  return {
    userSlug: db.build.select({ slug: users.slug }).from(users).where(eq(users.slug, slugs.user)),
    organizationSlug: db.build
      .select({ slug: organizations.slug })
      .from(organizations)
      .where(eq(organizations.slug, slugs.organization)),
  };
}

export type AccountRow = Pick<UserRow, "id" | "lifecycleState" | "deletedAt" | "purgeAt" | "version">;

/** The account of the user that `actor` yields. */
export function findAccount(db: Database, actor: SQL) {
  const { id, lifecycleState, deletedAt, purgeAt, version } = users;
  return db.build
    .select({ id, lifecycleState, deletedAt, purgeAt, version })
    .from(users)
    .where(sql`${users.id} = ${actor}`);
}
