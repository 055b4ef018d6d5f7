import { hashOfSessionSecret } from "../../auth/session-secret.ts";
import type { UserPrincipal } from "../../domain/principal.ts";
import { startOfDay } from "../../storage/d1/users/api-keys.ts";
import { findSessionByHash, recordSessionUse, type SessionRow } from "../../storage/d1/users/sessions.ts";
import type { Context } from "./context.ts";
import { needsCheck, recheckSession } from "./recheck-session.ts";

export interface UsedSession {
  readonly principal: UserPrincipal;
  /** Records that the session was used today. Null if this is already recorded. */
  readonly recordUse: (() => Promise<unknown>) | null;
}

/**
 * Finds the active session of a cookie's value. Returns null if none exists. Takes one D1 round trip, and more
 * once an hour for a session that its issuer confirms.
 */
export async function findSession(ctx: Context, secret: string): Promise<UsedSession | null> {
  const { db, now } = ctx;
  const hash = await hashOfSessionSecret(secret);
  if (hash === null) return null;
  const { found } = await db.read({ found: findSessionByHash(db, hash, now) });
  if (found[0] === undefined) return null;
  const session = needsCheck(found[0], now) ? await recheckSession(ctx, found[0]) : found[0];
  if (session === null) return null;
  const isNoted = session.lastUsedAt.getTime() >= startOfDay(now);
  const apart = db.withFreshStats();
  const recordUse = isNoted
    ? null
    : async () => await apart.write([recordSessionUse(apart, session.id, now)]);
  return { principal: principalOf(session), recordUse };
}

/** The user of a session, with the claims of the token with which the session began. */
export function principalOf({ id, issuer, subject, claims, issuedAt, expiresAt }: SessionRow): UserPrincipal {
  return { kind: "user", issuer, subject, ...claims, issuedAt, expiresAt, sessionId: id };
}
