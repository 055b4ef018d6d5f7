import { envelope } from "./envelope.ts";
import { headersOf, statusOf, toServiceError } from "./errors.ts";
import type { Outcome } from "./operation.ts";
import type { Http } from "./request-scope.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The answer of an operation that succeeded; 304 when the caller has this revision already. */
export function respond(c: Http, outcome: Outcome<unknown>): Response {
  const { operationId, startedAt } = c.var.scope;
  if (outcome.etag !== undefined) {
    c.header("etag", `"${outcome.etag}"`);
    if (READING.has(c.req.method) && matches(c.req.header("if-none-match"), outcome.etag)) return c.body(null, 304);
  }
  const { data, units, done, eventKey } = outcome;
  return c.json(envelope({ code: "ok", message: "Done.", data, units, done, eventKey, operationId, duration: Date.now() - startedAt }));
}

/** The answer of whatever was thrown; what was not foreseen goes to the log with its stack, and tells the caller nothing. */
export function respondError(c: Http, thrown: unknown): Response {
  const { operationId, startedAt, route } = c.var.scope;
  const error = toServiceError(thrown);
  if (error.code === "internal" || error.code === "unavailable") logFault(route, operationId, error.cause);
  const data = error.issues.length === 0 ? {} : { issues: error.issues };
  const body = envelope({ code: error.code, message: error.message, data, operationId, duration: Date.now() - startedAt });
  for (const [name, value] of Object.entries(headersOf(error))) c.header(name, value);
  return c.json(body, statusOf(error));
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === `"${etag}"`);
}

/** Messages of D1, R2 and our own code hold no bound values, tokens or content; a query's text with its values is never logged. */
export function logFault(route: string, operationId: string, cause: unknown): void {
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const fault =
    root instanceof Error ? { error: root.name, detail: root.message.slice(0, 500), stack: root.stack?.split("\n").slice(1, 6) } : {};
  console.error(JSON.stringify({ route, operationId, ...fault }));
}
