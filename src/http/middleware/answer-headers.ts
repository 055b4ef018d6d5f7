import type { MiddlewareHandler } from "hono";
import type { Http, HttpEnv } from "../request-scope.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const NEVER_KEPT = "private, no-store";
const ASK_FIRST = "private, no-cache";

/** On every answer, success or not: it is what its type says, and no cache keeps what is somebody's. */
export const answerHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  c.res.headers.set("x-content-type-options", "nosniff");
  const caching = cachingOf(c);
  c.res.headers.set("cache-control", caching);
  // Two people at one browser: the etag is the record's, so what one of them saw must not be taken for the other's view.
  if (caching === ASK_FIRST) c.res.headers.append("vary", "Authorization");
};

/**
 * What a public token shows is kept nowhere: it is to end with the link. What has an etag may be kept by the caller alone, who asks again before
 * using it. Routes that answer documents or bytes have said by themselves how long.
 */
function cachingOf({ req, res }: Http): string {
  const own = res.headers.get("cache-control");
  if (own !== null && own.includes("no-store")) return own;
  if (req.query("publicAccessToken") !== undefined || res.status >= 400) return NEVER_KEPT;
  if (own !== null) return own;
  return READING.has(req.method) && res.headers.has("etag") ? ASK_FIRST : NEVER_KEPT;
}
