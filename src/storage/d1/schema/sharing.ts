import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { idColumn, moment } from "./columns.ts";

/**
 * Invitations to addresses without an account. The public token is an HMAC of the id and `randomBits`; D1
 * stores only the token's hash.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    id: idColumn("id", "token").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    /** Address with ASCII letters in lower case. */
    email: text("email").notNull(),
    issuedBy: idColumn("issued_by", "user").notNull(),
    issuedAt: moment("issued_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    randomBits: text("random_bits").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** Number of invited grants when the invitation was issued. */
    promised: integer("promised").notNull().default(100),
    redeemedAt: moment("redeemed_at"),
    redeemedBy: idColumn("redeemed_by", "user"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_token").on(table.tokenHash),
    index("invitations_email").on(table.email),
    /** Find open invitations by address and by inviter, in order of age. */
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

/** Public links of threads. A thread has at most one active link. */
export const threadLinks = sqliteTable(
  "thread_links",
  {
    id: idColumn("id", "token").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    /** The last message that guests see; null if they see all messages. */
    messageId: idColumn("message_id", "msg"),
    shareMethod: text("share_method", { enum: ["link", "email"] }).notNull(),
    /** JSON list of e-mail addresses. */
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

/**
 * Users and guests connected to each room, so a revocation finds the rooms. `listener` is a user id for
 * users. Guests are found by their public link.
 */
export const presence = sqliteTable(
  "presence",
  {
    listener: text("listener").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    since: moment("since").notNull(),
    /**
     * Upper bound of the user's connections in the room. Each new connection raises it, and the room lowers
     * it to the actual number when the user's total is too high.
     */
    connections: integer("connections").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.listener, table.threadId] }),
    index("presence_thread").on(table.threadId),
  ],
);
