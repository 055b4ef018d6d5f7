import type { AppContext } from "../request-scope.ts";
import { WORKER_HEADERS } from "./console-headers.ts";

/** The file names contain a hash of the contents. */
const FOREVER = "public, max-age=31536000, immutable";
/** No dot segments, encoded or not: `/assets/%2e%2e/index.html` is no file. */
const FILE = /^\/assets\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const WORKER_FILE = /^\/assets\/[\w.-]*worker[\w.-]*\.m?js$/;

/** Serves a file of the built console. The caller keeps it for a year, and keeps nothing about a missing file. */
export async function serveConsoleFile(c: AppContext): Promise<Response> {
  const { path } = c.req;
  const file = FILE.test(path)
    ? await c.var.scope.platform.consoleFile(path)
    : new Response(null, { status: 404 });
  const headers = new Headers({
    "cache-control": file.ok ? FOREVER : "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(WORKER_FILE.test(path) ? WORKER_HEADERS : {}),
  });
  for (const name of ["content-type", "etag"]) {
    const value = file.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(file.body, { status: file.status, headers });
}
