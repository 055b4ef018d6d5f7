import type { MiddlewareHandler } from "hono";
import type { FindKey } from "../../auth/authenticator.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { KeyPrincipal, Principal, UserPrincipal } from "../../domain/principal.ts";
import { authenticatorOf } from "../../services/context/authenticator-of.ts";
import { sessionEnded } from "../../services/context/context.ts";
import { findKey } from "../../services/context/find-key.ts";
import { findSession } from "../../services/context/find-session.ts";
import type { Audience } from "../operation.ts";
import { type AppContext, type HttpEnv, serviceContext } from "../request-scope.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

/** Maximum age in seconds of the token for an account to merge. */
const CONSENT_SECONDS = 5 * 60;

/**
 * Authenticates the caller and checks that this kind of caller may use the operation.
 * @param byKey whether the operation accepts API keys
 * @param bySession whether the operation accepts the session cookie of the service's own pages
 */
export function credential(who: Audience, byKey: boolean, bySession: boolean): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const scope = c.var.scope;
    const principal = await authenticate(
      c,
      c.req.header("authorization") ?? null,
      byKey ? async (hash) => await useKey(c, hash) : null,
      bySession ? (scope.browser?.secret ?? null) : null,
    );
    const guestToken =
      who === "user_or_guest" && principal.kind === "anonymous"
        ? c.req.query("publicAccessToken")
        : undefined;
    scope.principal = guestToken ? { kind: "guest", publicToken: guestToken } : principal;
    if (scope.principal.kind === "service") scope.actorId = `service:${scope.principal.name}`;
    requireKind(scope.principal, who, bySession && scope.browser !== null);
    if (typeof who === "object" && scope.principal.kind === "user") scope.consent = await readConsent(c);
    await next();
  };
}

/**
 * Authenticates by the header, or without it by the session cookie.
 * @param secret value of the cookie; null without one
 */
export async function authenticate(
  c: AppContext,
  header: string | null,
  useKey: FindKey | null,
  secret: string | null,
): Promise<Principal> {
  const { config } = c.var.scope;
  const session = header === null && secret !== null ? await findSession(serviceContext(c), secret) : null;
  if (session === null) return await authenticatorOf(config).authenticate(header, useKey);
  if (session.recordUse !== null) c.executionCtx.waitUntil(session.recordUse());
  return session.principal;
}

/** Authenticates the user of an active key. Afterwards the request sees only grants that the key covers. */
export async function useKey(c: AppContext, hash: string): Promise<KeyPrincipal | null> {
  const scope = c.var.scope;
  const found = await findKey(scope.db, hash, new Date());
  if (found === null) return null;
  scope.db = found.db;
  if (found.recordUse !== null) c.executionCtx.waitUntil(found.recordUse());
  return found.principal;
}

/** The user who consents to a merge through `x-merge-authorization`; null without the header. */
async function readConsent(c: AppContext): Promise<UserPrincipal | null> {
  const principal = await authenticatorOf(c.var.scope.config).authenticate(
    c.req.header("x-merge-authorization") ?? null,
  );
  if (principal.kind === "anonymous") return null;
  if (principal.kind !== "user")
    throw new ServiceError("permission_denied", "x-merge-authorization takes the token of a user.");
  if (Date.now() - principal.issuedAt.getTime() > CONSENT_SECONDS * MS_PER_SECOND) {
    throw new ServiceError(
      "unauthenticated",
      "The token in x-merge-authorization is older than five minutes. Sign in to the old account again.",
    );
  }
  return principal;
}

function requireKind(principal: Principal, who: Audience, isBrowser: boolean): void {
  if (who === "anyone") return;
  if (principal.kind === "anonymous" && isBrowser) throw sessionEnded();
  if (principal.kind === "anonymous")
    throw new ServiceError("unauthenticated", "Send a token as `Authorization: Bearer <token>`.");
  if (typeof who === "object") {
    const allowed =
      principal.kind === "service"
        ? principal.scopes.includes(who.service)
        : principal.kind === "user" && who.orUser === true;
    if (!allowed)
      throw new ServiceError(
        "permission_denied",
        `This operation is for services with the scope "${who.service}".`,
      );
    return;
  }
  if (principal.kind === "service")
    throw new ServiceError("permission_denied", "This operation is for signed-in users.");
}
