import { hashOfSessionSecret, newSessionSecret } from "../../../auth/session-secret.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../../domain/ids.ts";
import type { UserPrincipal } from "../../../domain/principal.ts";
import { MAX_AGENT_LENGTH, SESSION_DAYS } from "../../../domain/session.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";
import { actorOf } from "../../../storage/d1/core/access.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import { startOfDay } from "../../../storage/d1/users/api-keys.ts";
import { deleteSessionByHash, insertSession } from "../../../storage/d1/users/sessions.ts";
import { findActor } from "../../../storage/d1/users/users.ts";
import { cutText } from "../../../text/cut-text.ts";
import { type Context, writerOf } from "../../context/context.ts";
import { principalOf } from "../../context/find-session.ts";
import { claimsOf } from "../../context/claims-of.ts";
import { sealRefreshToken } from "../../context/seal-refresh-token.ts";

export interface NewSession {
  /** The User-Agent header of the browser. */
  readonly agent: string;
  /** Hash of the session that the browser had before; null without one. */
  readonly earlier: string | null;
  /** The issuer's refresh token; null without one. */
  readonly refreshToken: string | null;
}

export interface StartedSession {
  /** The value of the cookie. Only this response contains it. */
  readonly secret: string;
  readonly principal: UserPrincipal;
  /** Null before the first sync. */
  readonly userId: Id<"user"> | null;
}

/**
 * Begins a session for the user of a verified token. Always creates a new secret, and ends the session that
 * the browser had before, so nobody can fix the secret of another person's session in advance.
 */
export async function startSession(
  ctx: Context,
  user: UserPrincipal,
  { agent, earlier, refreshToken }: NewSession,
): Promise<StartedSession> {
  const { db, now } = ctx;
  const { issuer, subject, issuedAt } = user;
  const { actor } = await db.read({ actor: findActor(db, actorOf(issuer, subject)) });
  const secret = newSessionSecret();
  const hash = await hashOfSessionSecret(secret);
  if (hash === null) throw new Error("A fresh session secret is none.");
  const id = newId("session");
  const row = {
    id,
    issuer,
    subject,
    claims: claimsOf(user),
    issuedAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * MS_PER_DAY),
    lastUsedAt: new Date(startOfDay(now)),
    agent: cutText(agent, MAX_AGENT_LENGTH),
    refreshToken: refreshToken === null ? null : await sealRefreshToken(ctx, id, refreshToken),
    checkedAt: now,
  };
  const userId = actor[0]?.id ?? null;
  if (userId !== null) ctx.onActor(userId);
  // The earlier session of the browser may have ended meanwhile, which must not stop a sign-in.
  const writer = { ...writerOf(ctx, userId ?? SERVICE_USER_ID), sessionId: null };
  await commit(writer, {
    asserts: [],
    writes: [
      ...(earlier === null ? [] : [deleteSessionByHash(db, earlier)]),
      ...insertSession(db, { ...row, hash }),
    ],
    audit: { organizationId: actor[0]?.organizationId ?? null, targetId: row.id },
  });
  return { secret, principal: principalOf(row), userId };
}
