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
    /** Reason given for the merge; null without a merge. */
    mergeReason: text("merge_reason"),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    markedForAbuseAt: moment("marked_for_abuse_at"),
    markedForAbuseBy: idColumn("marked_for_abuse_by", "user"),
    /** Time from which the deleted user is not restorable and the cron run purges them. */
    purgeAt: moment("purge_at"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("users_slug").on(table.slug),
    ...recordIndexes("users", table),
    index("users_marker")
      .on(table.markedForAbuseBy)
      .where(sql`marked_for_abuse_by IS NOT NULL`),
    /** Finds deleted users in order of their purge. */
    index("users_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** Finds the accounts merged into a user. */
    index("users_merged")
      .on(table.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
);

/** Subjects of tokens. The pair (`iss`, `sub`) identifies a user; an e-mail address never does. */
export const identities = sqliteTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    /** The address in the identity's newest token. */
    email: text("email").notNull(),
    /** Whether that token verified the address and no other user has verified the address later. */
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
    /**
     * Issue time of the token that set this state, or of another user's token that took over the address.
     * Older tokens change nothing.
     */
    tokenAt: moment("token_at").notNull(),
    createdAt: moment("created_at").notNull(),
    /**
     * Time at which the identity's former account was merged. Clients must renew tokens from before this
     * time.
     */
    mergedAt: moment("merged_at"),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("identities_user").on(table.userId),
  ],
);

/**
 * API keys. A key acts for its user within the actions and collections of this row. D1 stores only the key's
 * hash.
 */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: idColumn("id", "key").primaryKey(),
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    /** SHA-256 as 64 lower-case hexadecimal digits. */
    hash: text("hash").notNull(),
    actions: text("actions", { mode: "json" }).$type<readonly Action[]>().notNull(),
    /** Collections that the key may access; if empty, all collections of the user. */
    collectionIds: text("collection_ids", { mode: "json" }).$type<readonly Id<"col">[]>().notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** Time of the last use, updated at most once a day. */
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
    /**
     * Finds users who verified an address. An address has at most one such user, unless the verifications
     * predate the rule that the newest one wins.
     */
    index("user_emails_verified")
      .on(table.email)
      .where(sql`verified_at IS NOT NULL`),
  ],
);

/** The user record as one JSON row. If its version differs from the user's version, the row is outdated. */
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
    /** Number of collections, which changes maintain so the limit check reads only one row. */
    collectionCount: integer("collection_count").notNull().default(0),
    /** Number of days during which deleted records are restorable. */
    retentionDays: integer("retention_days").notNull().default(30),
    /** Quotas set by the owners, as JSON of `Quotas`; null: the operator's quotas only. */
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
  (table) => [
    uniqueIndex("projects_slug").on(table.organizationId, table.slug),
    ...recordIndexes("projects", table),
  ],
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

/**
 * Records that merges of the last 24 hours changed, 500 per row. A repeated merge request returns them again.
 */
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
  (table) => [
    primaryKey({ columns: [table.mergeId, table.kind, table.part] }),
    index("merge_changes_age").on(table.at),
  ],
);
