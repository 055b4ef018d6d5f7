import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { ServiceError } from "../../domain/errors.ts";
import type { HttpEnv } from "../request-scope.ts";
import { SECONDS_PER_DAY } from "../../domain/time.ts";

const NOT_ALLOWED =
  "Pages of this origin may not call the service. The operator lists the allowed origins in the setting CORS_ORIGINS.";

/**
 * Answers browsers of the configured origins as the Fetch standard requires
 * (https://fetch.spec.whatwg.org/#http-cors-protocol), without credentials. For a preflight of another
 * origin, responds with an error that names the setting. An OPTIONS request without an origin is no
 * preflight, so the routes answer it.
 */
export function corsMiddleware(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  const allow = cors({
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: [
      "authorization",
      "content-type",
      "if-match",
      "if-none-match",
      "idempotency-key",
      "last-event-id",
      "prefer",
      "range",
      "x-merge-authorization",
    ],
    exposeHeaders: ["ETag", "x-operation-id", "Retry-After", "Preference-Applied"],
    credentials: false,
    maxAge: SECONDS_PER_DAY,
  });
  return async (c, next) => {
    const origin = c.req.header("origin");
    const isPreflight =
      c.req.method === "OPTIONS" &&
      origin !== undefined &&
      c.req.header("access-control-request-method") !== undefined;
    if (isPreflight && !origins.includes(origin)) throw new ServiceError("permission_denied", NOT_ALLOWED);
    if (origins.length === 0 || (c.req.method === "OPTIONS" && !isPreflight)) return await next();
    return await allow(c, next);
  };
}
