import type { MiddlewareHandler } from "hono";
import type { AppContext, HttpEnv } from "../request-scope.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const NEVER_KEPT = "private, no-store";
const ASK_FIRST = "private, no-cache";

/**
 * Headers of every response. They disable content sniffing and the storage of private data in shared caches.
 */
export const answerHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  c.res.headers.set("x-content-type-options", "nosniff");
  const caching = cachingOf(c);
  c.res.headers.set("cache-control", caching);
  // Two people may share a browser. The etag belongs to the record, so the browser must not reuse one
  // person's view for the other.
  if (caching === ASK_FIRST) c.res.headers.append("vary", "Authorization, Cookie");
};

/**
 * The Cache-Control header. Responses to public tokens are never stored, because access ends with the link. A
 * response with an etag may be stored privately and revalidated. Routes of documents and bytes set their own
 * lifetime.
 */
function cachingOf({ req, res }: AppContext): string {
  const own = res.headers.get("cache-control");
  if (own !== null && own.includes("no-store")) return own;
  if (req.query("publicAccessToken") !== undefined || res.status >= 400) return NEVER_KEPT;
  if (own !== null) return own;
  return READING.has(req.method) && res.headers.has("etag") ? ASK_FIRST : NEVER_KEPT;
}
