import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { idColumn, moment } from "./columns.ts";

/** What somebody without an account of that address was invited to. The public token is an HMAC of id and `randomBits`; only its hash is kept. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: idColumn("id", "token").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    /** ASCII lower-cased. */
    email: text("email").notNull(),
    issuedBy: idColumn("issued_by", "user").notNull(),
    issuedAt: moment("issued_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    randomBits: text("random_bits").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** How many grants it promised when it was issued. */
    promised: integer("promised").notNull().default(100),
    redeemedAt: moment("redeemed_at"),
    redeemedBy: idColumn("redeemed_by", "user"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_token").on(table.tokenHash),
    index("invitations_email").on(table.email),
    /** What waits for an address, and what an inviter has open, by age. */
    index("invitations_waiting")
      .on(table.email, table.expiresAt, table.id)
      .where(sql`redeemed_at IS NULL AND revoked_at IS NULL`),
    index("invitations_open")
      .on(table.issuedBy, table.expiresAt, table.id)
      .where(sql`redeemed_at IS NULL AND revoked_at IS NULL`),
    index("invitations_issuer").on(table.issuedBy),
    index("invitations_redeemer")
      .on(table.redeemedBy)
      .where(sql`redeemed_by IS NOT NULL`),
  ],
);

export const invitationGrants = sqliteTable(
  "invitation_grants",
  {
    invitationId: idColumn("invitation_id", "token").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    action: text("action", { enum: ["read", "chat", "write", "share", "own"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invitationId, table.collectionId, table.action] }),
    index("invitation_grants_collection").on(table.collectionId),
  ],
);

/** Public links of threads; at most one live one a thread. */
export const threadLinks = sqliteTable(
  "thread_links",
  {
    id: idColumn("id", "token").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    /** The last message that it shows; null: all. */
    messageId: idColumn("message_id", "msg"),
    shareMethod: text("share_method", { enum: ["link", "email"] }).notNull(),
    /** JSON list of addresses. */
    sharedToEmails: text("shared_to_emails").notNull().default("[]"),
    sharedBy: idColumn("shared_by", "user").notNull(),
    sharedAt: moment("shared_at").notNull(),
    randomBits: text("random_bits").notNull(),
    tokenHash: text("token_hash").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("thread_links_token").on(table.tokenHash),
    uniqueIndex("thread_links_live")
      .on(table.threadId)
      .where(sql`revoked_at IS NULL`),
    index("thread_links_sharer").on(table.sharedBy),
  ],
);

/** Who listens in which room, so that a revocation finds the rooms. `listener` is a user's id; guests are found by their link. */
export const presence = sqliteTable(
  "presence",
  {
    listener: text("listener").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    since: moment("since").notNull(),
    /** How many connections of theirs the room has, at most: counted as they are opened, and counted again by the room where they are too many. */
    connections: integer("connections").notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.listener, table.threadId] }), index("presence_thread").on(table.threadId)],
);
