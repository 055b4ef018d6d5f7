import { OidcClient } from "../../auth/oidc-client.ts";
import { openClaims } from "../../auth/seal-claims.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import { SESSION_CHECK_MS, SESSION_RETRY_MS } from "../../domain/session.ts";
import { SignInFailure } from "../../domain/sign-in-failure.ts";
import { log } from "../../log.ts";
import { actorOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import {
  claimCheck,
  deleteSession,
  type SessionRow,
  updateSession,
} from "../../storage/d1/users/sessions.ts";
import { findActor } from "../../storage/d1/users/users.ts";
import { type Context, writerOf } from "./context.ts";
import { claimsOf } from "./claims-of.ts";
import { sealRefreshToken } from "./seal-refresh-token.ts";
import { verifyIdToken } from "./verify-id-token.ts";

/** Whether the issuer should confirm the session again. Sessions without a refresh token need no check. */
export function needsCheck({ refreshToken, checkedAt }: SessionRow, now: Date): boolean {
  return refreshToken !== null && now.getTime() - checkedAt.getTime() >= SESSION_CHECK_MS;
}

/**
 * Asks the issuer for new tokens of a session. One request does this, and concurrent ones use the session
 * meanwhile. If the issuer does not answer, the session stays and the next check follows in some minutes.
 * @returns the session with its newest claims; null if the issuer refused, which ends the session
 */
export async function recheckSession(ctx: Context, session: SessionRow): Promise<SessionRow | null> {
  const { db, now } = ctx;
  const retryAt = new Date(now.getTime() - SESSION_CHECK_MS + SESSION_RETRY_MS);
  const { claimed } = await db.read({ claimed: claimCheck(db, session, retryAt) });
  if (claimed.length === 0) return session;
  try {
    const changes = await newTokens(ctx, session);
    await db.write([updateSession(db, session.id, changes)]);
    return { ...session, ...changes };
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    log("warn", "session_check_failed", {
      sessionId: session.id,
      reason: error.reason,
      detail: error.detail,
    });
    if (error.reason === "provider") return session;
    await endRefused(ctx, session);
    return null;
  }
}

type Changes = Pick<SessionRow, "checkedAt" | "refreshToken"> &
  Partial<Pick<SessionRow, "claims" | "issuedAt">>;

/** @throws SignInFailure */
async function newTokens(ctx: Context, { id, issuer, subject, refreshToken }: SessionRow): Promise<Changes> {
  const { config, now } = ctx;
  const known = config.signIn.find((each) => each.issuer === issuer);
  const opened = await openClaims(config.linkSecret, "refresh-token", id, refreshToken ?? "", now);
  const token = opened?.["token"];
  if (known === undefined || typeof token !== "string") throw new SignInFailure("grant", "no_refresh_token");
  const issued = await new OidcClient(known).refresh(token);
  const changes = {
    checkedAt: now,
    refreshToken: await sealRefreshToken(ctx, id, issued.refreshToken ?? token),
  };
  if (issued.idToken === null) return changes;
  const user = await verifyIdToken(ctx, issued.idToken, issuer);
  if (user.subject !== subject) throw new SignInFailure("token", "other_subject");
  return { ...changes, claims: claimsOf(user), issuedAt: user.issuedAt };
}

/** Ends a session that the issuer refused, and closes its sockets. */
async function endRefused(ctx: Context, { id, issuer, subject }: SessionRow): Promise<void> {
  const { db, now } = ctx;
  const { actor } = await db.read({ actor: findActor(db, actorOf(issuer, subject)) });
  const userId = actor[0]?.id ?? SERVICE_USER_ID;
  const { rechecks } = await commit(
    { ...writerOf(ctx, userId), operation: "endRefusedSession", idempotency: null },
    {
      asserts: [],
      writes: [deleteSession(db, id)],
      audit: { organizationId: actor[0]?.organizationId ?? null, targetId: id },
      returning: { rechecks: enqueueRechecks(db, [`user/${userId}`], now) },
    },
  );
  ctx.runInline(rechecks);
}
