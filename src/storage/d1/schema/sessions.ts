import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { UserPrincipal } from "../../../domain/principal.ts";
import { idColumn, moment } from "./columns.ts";

/** Claims of the ID token with which the session began. The other claims have columns of their own. */
export type SessionClaims = Omit<
  UserPrincipal,
  "kind" | "issuer" | "subject" | "issuedAt" | "expiresAt" | "sessionId"
>;

/**
 * Sessions of browsers. The identity names the user, so a session can begin before the first sync, and it
 * follows its identity in a merge of accounts. D1 stores only the hash of the cookie's value.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    id: idColumn("id", "session").primaryKey(),
    /** SHA-256 as 64 lower-case hexadecimal digits. */
    hash: text("hash").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    claims: text("claims", { mode: "json" }).$type<SessionClaims>().notNull(),
    /** Issue time of the ID token. */
    issuedAt: moment("issued_at").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** Day of the last use, updated at most once a day. */
    lastUsedAt: moment("last_used_at").notNull(),
    agent: text("agent").notNull(),
    /** The issuer's refresh token, encrypted; null if the issuer gave none. */
    refreshToken: text("refresh_token"),
    /** Time at which the issuer last confirmed the session. */
    checkedAt: moment("checked_at")
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    uniqueIndex("sessions_hash").on(table.hash),
    index("sessions_identity").on(table.issuer, table.subject, table.id),
    /** Finds ended sessions. A session without use for its idle time has ended in any case. */
    index("sessions_last_used").on(table.lastUsedAt),
  ],
);
