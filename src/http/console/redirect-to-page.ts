import type { MiddlewareHandler } from "hono";
import type { LinkedPage } from "../operation.ts";
import type { HttpEnv } from "../request-scope.ts";
import { acceptsHtml } from "./respond-console.ts";

/**
 * Sends a browser that follows a copied link of the API to the console's page. The secret moves behind `#`,
 * so that neither later requests nor a Referer contain it. Programs, and callers with a credential, get the
 * operation.
 */
export function redirectToPage(pageOf: LinkedPage): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isLink = c.req.method === "GET" && c.req.header("authorization") === undefined && acceptsHtml(c);
    const page = isLink ? pageOf((name) => c.req.param(name) ?? c.req.query(name) ?? "") : null;
    if (page === null) return await next();
    c.header("referrer-policy", "no-referrer");
    c.header("cache-control", "private, no-store");
    c.header("vary", "Accept");
    return c.redirect(page, 303);
  };
}
