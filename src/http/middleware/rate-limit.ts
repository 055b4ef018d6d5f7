import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../domain/errors.ts";
import { clientAddress } from "../client-address.ts";
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
  const error = await count(c, kind, callerKey(c));
  if (error !== null) throw error;
}

/**
 * What was refused counts as well: a credential that cannot be verified, and what the nameless guess, against the client's address, whatever
 * asset it names. Once that is used up, the answer says so instead.
 */
export const refusalLimit: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { status } = c.res;
  if (status < 400 || status >= 500 || status === 429) return;
  const error = await countRefusal(c);
  if (error === null) return;
  c.res.headers.delete("www-authenticate");
  throw error;
};

/** Counts a refused request once. @returns the error to answer instead, when there were too many */
export async function countRefusal(c: Http): Promise<ServiceError | null> {
  const key = isNameless(c) ? addressKey(c) : callerKey(c);
  return c.var.scope.countedKey === key ? null : await count(c, "request", key);
}

/** The identity of anyone who has one, or whose keys act for them, together; the client's address of the nameless, and what a signed URL is for, so that one does not use up others' share. */
export function callerKey(c: Http): string {
  const { principal } = c.var.scope;
  if (principal.kind === "user") return `user:${principal.issuer} ${principal.subject}`;
  if (principal.kind === "key") return `keys of:${principal.userId}`;
  if (principal.kind === "service") return `service:${principal.name}`;
  const assetId = c.req.param("assetID");
  return assetId === undefined ? addressKey(c) : `${addressKey(c)} ${assetId}`;
}

async function count(c: Http, kind: "request" | "message", key: string): Promise<ServiceError | null> {
  const { scope } = c.var;
  if (!scope.config.rateLimits) return null;
  if (kind === "request") scope.countedKey = key;
  const { success } = await scope.platform.limits[kind].limit({ key });
  return success ? null : new ServiceError("resource_exhausted", "Too many requests. Try again in a minute.");
}

function isNameless(c: Http): boolean {
  const { kind } = c.var.scope.principal;
  return kind === "guest" || kind === "anonymous";
}

function addressKey(c: Http): string {
  return `address:${clientAddress(c)}`;
}
