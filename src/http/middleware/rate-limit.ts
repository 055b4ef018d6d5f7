import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../domain/errors.ts";
import { clientAddress } from "../client-address.ts";
import type { AppContext, HttpEnv } from "../request-scope.ts";

/**
 * Rejects callers above the rate limit. The limit is approximate, because the platform counts at each
 * location. Messages have a separate limit.
 */
export function rateLimit(kind: "request" | "message"): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await requireRate(c, kind);
    await next();
  };
}

/**
 * Counts the request against the rate limit.
 * @throws ServiceError `resource_exhausted` above the limit
 */
export async function requireRate(c: AppContext, kind: "request" | "message"): Promise<void> {
  const error = await count(c, kind, callerKey(c));
  if (error !== null) throw error;
}

/**
 * Counts rejected requests by IP address: invalid credentials and guesses of anonymous callers. Above the
 * limit, the response reports the limit instead of the rejection.
 */
export const rejectionLimit: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { status } = c.res;
  if (status < 400 || status >= 500 || status === 429) return;
  const error = await countRejection(c);
  if (error === null) return;
  c.res.headers.delete("www-authenticate");
  throw error;
};

/**
 * Counts a rejected request once.
 * @returns the error to send instead if there were too many, otherwise null
 */
export async function countRejection(c: AppContext): Promise<ServiceError | null> {
  const key = isNameless(c) ? addressKey(c) : callerKey(c);
  return c.var.scope.countedKey === key ? null : await count(c, "request", key);
}

/**
 * The rate limit's key: an identity together with its API keys, or the IP address of an anonymous caller. For
 * a signed URL, the key is the URL's subject, so URLs have separate limits.
 */
export function callerKey(c: AppContext): string {
  const { principal } = c.var.scope;
  if (principal.kind === "user") return `user:${principal.issuer} ${principal.subject}`;
  if (principal.kind === "key") return `keys of:${principal.userId}`;
  if (principal.kind === "service") return `service:${principal.name}`;
  const assetId = c.req.param("assetID");
  return assetId === undefined ? addressKey(c) : `${addressKey(c)} ${assetId}`;
}

async function count(c: AppContext, kind: "request" | "message", key: string): Promise<ServiceError | null> {
  const { scope } = c.var;
  if (!scope.config.rateLimits) return null;
  if (kind === "request") scope.countedKey = key;
  const { success } = await scope.platform.limits[kind].limit({ key });
  return success ? null : new ServiceError("resource_exhausted", "Too many requests. Try again in a minute.");
}

function isNameless(c: AppContext): boolean {
  const { kind } = c.var.scope.principal;
  return kind === "guest" || kind === "anonymous";
}

function addressKey(c: AppContext): string {
  return `address:${clientAddress(c)}`;
}
