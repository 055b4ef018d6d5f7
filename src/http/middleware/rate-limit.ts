import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../domain/errors.ts";
import type { Http, HttpEnv } from "../request-scope.ts";

/** Refuses callers that come too often: approximate, and counted at each location by the platform. Messages have a limit of their own. */
export function rateLimit(kind: "request" | "message"): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await requireRate(c, kind);
    await next();
  };
}

/** @throws ServiceError `resource_exhausted` */
export async function requireRate(c: Http, kind: "request" | "message"): Promise<void> {
  if (!c.var.scope.config.rateLimits) return;
  const limiter = kind === "message" ? c.env.MESSAGE_LIMIT : c.env.REQUEST_LIMIT;
  const { success } = await limiter.limit({ key: callerKey(c) });
  if (!success) throw new ServiceError("resource_exhausted", "Too many requests. Try again in a minute.");
}

/** The identity of whoever has one; the client's address of the nameless, and what a signed URL is for, so that one does not use up others' share. */
export function callerKey(c: Http): string {
  const { principal } = c.var.scope;
  if (principal.kind === "user") return `user:${principal.issuer} ${principal.subject}`;
  if (principal.kind === "service") return `service:${principal.name}`;
  return `address:${c.req.header("cf-connecting-ip") ?? ""} ${c.req.param("assetID") ?? ""}`;
}
