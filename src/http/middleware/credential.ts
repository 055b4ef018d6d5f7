import type { MiddlewareHandler } from "hono";
import { type Authenticator, createAuthenticator } from "../../auth/authenticator.ts";
import type { Config } from "../../config.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Who } from "../operation.ts";
import type { HttpEnv } from "../request-scope.ts";

const authenticators = new WeakMap<Config, Authenticator>();

/** The authenticator of a configuration, made once an isolate: it holds the imported keys. */
export function authenticatorOf(config: Config): Authenticator {
  const known = authenticators.get(config) ?? createAuthenticator(config.issuers, config.servicePrincipals);
  authenticators.set(config, known);
  return known;
}

/** Who calls, and whether that kind of caller may call this at all. */
export function credential(who: Who): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const scope = c.var.scope;
    const principal = await authenticatorOf(scope.config).authenticate(c.req.header("authorization") ?? null);
    const guestToken = who === "user_or_guest" && principal.kind === "anonymous" ? c.req.query("publicAccessToken") : undefined;
    scope.principal = guestToken ? { kind: "guest", publicToken: guestToken } : principal;
    if (scope.principal.kind === "service") scope.actorId = `service:${scope.principal.name}`;
    requireKind(scope.principal, who);
    await next();
  };
}

function requireKind(principal: Principal, who: Who): void {
  if (who === "anyone") return;
  if (principal.kind === "anonymous") throw new ServiceError("unauthenticated", "Send a token as `Authorization: Bearer <token>`.");
  if (typeof who === "object") {
    const allowed = principal.kind === "service" && principal.scopes.includes(who.service);
    if (!allowed) throw new ServiceError("permission_denied", `This operation is for services with the scope "${who.service}".`);
    return;
  }
  if (principal.kind === "service") throw new ServiceError("permission_denied", "This operation is for signed-in users.");
}
