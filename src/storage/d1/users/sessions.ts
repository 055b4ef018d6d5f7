import { and, desc, eq, gt, gte, notInArray, sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { SESSIONS_PER_IDENTITY } from "../../../domain/session.ts";
import { sessionsUsedSince } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { sessions } from "../schema/sessions.ts";
import { startOfDay } from "./api-keys.ts";

export type { SessionClaims } from "../schema/sessions.ts";

export type SessionRow = Omit<typeof sessions.$inferSelect, "hash">;

/** The columns of a session without its hash. */
const shown = {
  id: sessions.id,
  issuer: sessions.issuer,
  subject: sessions.subject,
  claims: sessions.claims,
  issuedAt: sessions.issuedAt,
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
  lastUsedAt: sessions.lastUsedAt,
  agent: sessions.agent,
  refreshToken: sessions.refreshToken,
  checkedAt: sessions.checkedAt,
};

function isActive(now: Date): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gte(sessions.lastUsedAt, new Date(sessionsUsedSince(now))));
}

/** The active session with this hash. */
export function findSessionByHash({ build }: Database, hash: string, now: Date) {
  return build
    .select(shown)
    .from(sessions)
    .where(and(eq(sessions.hash, hash), isActive(now)));
}

/** The session, if it is active. */
export function findActiveSession({ build }: Database, id: Id<"session">, now: Date) {
  return build
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), isActive(now)));
}

/** The sessions of all identities of the user. */
const ofUser = (user: SQL): SQL =>
  sql`(${sessions.issuer}, ${sessions.subject}) IN (SELECT oi.issuer, oi.subject FROM identities oi WHERE oi.user_id = ${user})`;

/** A user's active sessions, newest first. */
export function selectSessions({ build }: Database, user: SQL, now: Date) {
  return build
    .select(shown)
    .from(sessions)
    .where(and(ofUser(user), isActive(now)))
    .orderBy(desc(sessions.id));
}

export function findSessionOfUser({ build }: Database, user: SQL, id: Id<"session">) {
  return build
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), ofUser(user)));
}

/** Deletes the user's sessions except those to keep. */
export function deleteSessions(
  { build }: Database,
  user: SQL,
  kept: readonly Id<"session">[] = [],
): Statement {
  return build.delete(sessions).where(and(ofUser(user), notInArray(sessions.id, [...kept])));
}

export function deleteSessionByHash({ build }: Database, hash: string): Statement {
  return build.delete(sessions).where(eq(sessions.hash, hash));
}

/** Inserts the session. Deletes the identity's sessions above the limit, those unused for longest first. */
export function insertSession({ build }: Database, row: typeof sessions.$inferInsert): Statement[] {
  return [
    build.insert(sessions).values(row),
    build.run(sql`DELETE FROM sessions WHERE id IN (SELECT os.id FROM sessions os
      WHERE os.issuer = ${row.issuer} AND os.subject = ${row.subject} AND os.id <> ${row.id}
      ORDER BY os.last_used_at DESC, os.id DESC LIMIT -1 OFFSET ${SESSIONS_PER_IDENTITY - 1})`),
  ];
}

export function deleteSession({ build }: Database, id: Id<"session">): Statement {
  return build.run(sql`DELETE FROM sessions WHERE id = ${id}`);
}

/**
 * Reserves the session's check for one request: sets the time of the last check to `until`, if no other
 * request did so since the read.
 */
export function claimCheck({ build }: Database, { id, checkedAt }: SessionRow, until: Date) {
  return build
    .update(sessions)
    .set({ checkedAt: until })
    .where(and(eq(sessions.id, id), eq(sessions.checkedAt, checkedAt)))
    .returning({ id: sessions.id });
}

/** Stores the result of a check. */
export function updateSession(
  { build }: Database,
  id: Id<"session">,
  changes: Partial<Pick<SessionRow, "claims" | "issuedAt" | "refreshToken" | "checkedAt">>,
): Statement {
  return build.update(sessions).set(changes).where(eq(sessions.id, id));
}

/** Records the day of the session's last use. */
export function recordSessionUse({ build }: Database, id: Id<"session">, now: Date): Statement {
  const day = startOfDay(now);
  return build.run(sql`UPDATE sessions SET last_used_at = ${day} WHERE id = ${id} AND last_used_at < ${day}`);
}

/** Deletes some of the sessions that ended for lack of use. An expired session is also unused. */
export function deleteUnusedSessions({ build }: Database, now: Date, limit: number): Statement {
  return build.run(sql`DELETE FROM sessions WHERE id IN (SELECT us.id FROM sessions us
    WHERE us.last_used_at < ${sessionsUsedSince(now)} ORDER BY us.last_used_at LIMIT ${limit})`);
}
