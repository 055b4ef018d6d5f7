import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Action } from "../../../domain/access.ts";
import type { Id } from "../../../domain/ids.ts";
import type { PostalAddress } from "../../../domain/user.ts";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

export const users = sqliteTable(
  "users",
  {
    id: idColumn("id", "user").primaryKey(),
    slug: text("slug").notNull(),
    email: text("email").notNull(),
    displayName: text("display_name").notNull(),
    givenName: text("given_name").notNull().default(""),
    familyName: text("family_name").notNull().default(""),
    phoneticName: text("phonetic_name").notNull().default(""),
    authDisplayName: text("auth_display_name").notNull().default(""),
    authPictureUrl: text("auth_picture_url").notNull().default(""),
    pictureUrl: text("picture_url").notNull().default(""),
    locale: text("locale").notNull().default(""),
    addresses: text("addresses", { mode: "json" }).$type<PostalAddress[]>().notNull().default([]),
    potentialScore: integer("potential_score").notNull().default(0),
    lifecycleState: text("lifecycle_state", { enum: ["active", "merged", "suspended", "deleted"] })
      .notNull()
      .default("active"),
    mergedInto: idColumn("merged_into", "user"),
    /** Why it was merged, in the words of the one who asked for it; null while it is not. */
    mergeReason: text("merge_reason"),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    markedForAbuseAt: moment("marked_for_abuse_at"),
    markedForAbuseBy: idColumn("marked_for_abuse_by", "user"),
    /** From when on somebody who leaves is forgotten, and restored no more. */
    purgeAt: moment("purge_at"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("users_slug").on(table.slug),
    ...recordIndexes("users", table),
    index("users_marker")
      .on(table.markedForAbuseBy)
      .where(sql`marked_for_abuse_by IS NOT NULL`),
    /** Who leaves, in the order in which they are forgotten. */
    index("users_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** The accounts that one has taken up. */
    index("users_merged")
      .on(table.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
);

/** Who a token speaks of: (`iss`, `sub`) is the identity, e-mail never is. */
export const identities = sqliteTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    /** The address that its newest token named; null for one that was not seen since this is kept. */
    email: text("email"),
    /** That token proved it, and nobody has later. */
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
    /** When the token was issued from which this is known, or by which another user proved the address: older ones change nothing. */
    tokenAt: moment("token_at"),
    createdAt: moment("created_at").notNull(),
    /** When the account that it belonged to was merged into its present one: older tokens are to be renewed. */
    mergedAt: moment("merged_at"),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_user").on(table.userId)],
);

/** API keys: a key acts for its user with what they hold, and no more than stands here. Of the key itself only its hash is kept. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: idColumn("id", "key").primaryKey(),
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    /** SHA-256, 64 lower-case hexadecimal digits. */
    hash: text("hash").notNull(),
    actions: text("actions", { mode: "json" }).$type<readonly Action[]>().notNull(),
    /** Empty: wherever the user holds the actions. */
    collectionIds: text("collection_ids", { mode: "json" }).$type<readonly Id<"col">[]>().notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** To the day: written once a day. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [uniqueIndex("api_keys_hash").on(table.hash), index("api_keys_user").on(table.userId, table.id)],
);

export const userEmails = sqliteTable(
  "user_emails",
  {
    userId: idColumn("user_id", "user").notNull(),
    email: text("email").notNull(),
    type: text("type").notNull(),
    verifiedAt: moment("verified_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.email] }),
    index("user_emails_email").on(table.email),
    /** Who has proved an address: a row, unless it was proved before the last proof was known to win. */
    index("user_emails_verified")
      .on(table.email)
      .where(sql`verified_at IS NOT NULL`),
  ],
);

/** The user record folded into one row; outdated when its version differs from the user's. */
export const userSnapshots = sqliteTable("user_snapshots", {
  userId: idColumn("user_id", "user").primaryKey(),
  version: integer("version").notNull(),
  body: text("body").notNull(),
});

export const organizations = sqliteTable(
  "organizations",
  {
    id: idColumn("id", "org").primaryKey(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    name: text("name").notNull(),
    displayName: text("display_name").notNull(),
    slug: text("slug").notNull(),
    rootCollectionId: idColumn("root_collection_id", "col").notNull(),
    /** Kept by the changes themselves, so that the limit costs one row to check. */
    collectionCount: integer("collection_count").notNull().default(0),
    /** For how many days what is deleted can be restored. */
    retentionDays: integer("retention_days").notNull().default(30),
    /** What its owners let it use, as JSON of `Quotas`; null: no less than the operator. */
    quotas: text("quotas"),
    ...recordColumns(),
  },
  (table) => [uniqueIndex("organizations_slug").on(table.slug), ...recordIndexes("organizations", table)],
);

export const projects = sqliteTable(
  "projects",
  {
    id: idColumn("id", "project").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    name: text("name").notNull(),
    displayName: text("display_name").notNull(),
    slug: text("slug").notNull(),
    ...recordColumns(),
  },
  (table) => [uniqueIndex("projects_slug").on(table.organizationId, table.slug), ...recordIndexes("projects", table)],
);

export const memberships = sqliteTable(
  "memberships",
  {
    userId: idColumn("user_id", "user").notNull(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organizationId] }),
    index("memberships_organization").on(table.organizationId),
    ...recordIndexes("memberships", table),
  ],
);

/** Changes of merges of the last 24 hours, 500 records to a row. A repeated request lists them again. */
export const mergeChanges = sqliteTable(
  "merge_changes",
  {
    mergeId: idColumn("merge_id", "op").notNull(),
    kind: text("kind").notNull(),
    part: integer("part").notNull(),
    /** JSON: lists of strings. */
    items: text("items").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mergeId, table.kind, table.part] }), index("merge_changes_age").on(table.at)],
);
