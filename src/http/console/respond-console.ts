import { accepts } from "hono/accepts";
import type { AppContext } from "../request-scope.ts";
import { CONSOLE_HEADERS } from "./console-headers.ts";

/** Paths of the API and of files. The console has no page below them. */
const API_PATHS = /^\/(?:v1|ops|mcp|\.well-known|session|reference|openapi\.json|status|assets)(?:\/|$)/;
/** The addresses of the console's pages: `console/src/console-paths.ts`. */
const PAGE_PATHS =
  /^\/(?:(?:c|d|t|p|settings)\/[^/]+|(?:i|library|threads|search|deleted|settings|sign-in|styles))?\/?$/;

/** Whether the request is a browser's navigation to a page of the console, or to no known address. */
export function isConsoleNavigation(c: AppContext): boolean {
  const isReading = c.req.method === "GET" || c.req.method === "HEAD";
  return isReading && acceptsHtml(c) && !API_PATHS.test(c.req.path);
}

/** Whether the caller prefers HTML to JSON. Programs accept everything, and get JSON. */
export function acceptsHtml(c: AppContext): boolean {
  const supports = ["application/json", "text/html"];
  return accepts(c, { header: "Accept", supports, default: "application/json" }) === "text/html";
}

/** Serves the console's page. It answers 404 for an unknown address, at which it says that there is no page. */
export async function respondConsole(c: AppContext): Promise<Response> {
  const page = await c.var.scope.platform.consoleFile("/");
  const etag = page.headers.get("etag");
  const headers = { ...CONSOLE_HEADERS, ...(etag === null ? {} : { etag }) };
  const status = PAGE_PATHS.test(c.req.path) ? 200 : 404;
  const known = etag !== null && (c.req.header("if-none-match")?.includes(etag) ?? false);
  if (known && status === 200) {
    await page.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  return new Response(page.body, { status, headers });
}
