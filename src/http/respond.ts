import type { ServiceError } from "../domain/errors.ts";
import { faultFields, log } from "../log.ts";
import { envelope } from "./envelope.ts";
import { prefersText } from "./prefer.ts";
import { withTextIdentifiers } from "./wire/identifier.ts";
import { headersOf, statusOf, toServiceError } from "./errors.ts";
import { matchesTag, viewerEtag } from "./viewer-etag.ts";
import { messageOf } from "./message-of.ts";
import type { Message, Outcome } from "./operation.ts";
import type { AppContext } from "./request-scope.ts";
import { setSessionCookie } from "./session-cookie.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The successful response of an operation, or a 304 if the caller already has the same response. */
export async function respond(
  c: AppContext,
  outcome: Outcome<unknown>,
  usual: Message<unknown>,
): Promise<Response> {
  const { operationId, startedAt, eventKey } = c.var.scope;
  const { units, done = true, etag, collectionTreeTruncated, session } = outcome;
  if (session !== undefined) setSessionCookie(c, session);
  const message = outcome.message ?? messageOf(usual, { data: outcome.data, changed: eventKey !== "", done });
  c.header("vary", "Prefer", { append: true });
  const isText = outcome.areExamples !== true && prefersText(c.req.header("prefer"));
  if (isText) c.header("preference-applied", "identifiers=text");
  const data = isText ? withTextIdentifiers(outcome.data) : outcome.data;
  if (etag !== undefined) {
    const isRead = READING.has(c.req.method);
    const tag = isRead ? await viewerEtag(etag, data) : `"${etag}"`;
    c.header("etag", tag);
    if (isRead && matchesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  }
  return c.json(
    envelope({
      code: "ok",
      message,
      data,
      units,
      done,
      eventKey,
      collectionTreeTruncated,
      operationId,
      duration: Date.now() - startedAt,
    }),
  );
}

/**
 * The response to a thrown value. An unexpected error is logged with its stack, and its response reveals no
 * details.
 */
export function respondError(c: AppContext, thrown: unknown): Response {
  const { operationId, startedAt, errorBody, challenge } = c.var.scope;
  const error = logError(c, thrown);
  for (const [name, value] of Object.entries(headersOf(error, challenge))) c.header(name, value);
  if (errorBody !== null) return c.json(errorBody(error, operationId), statusOf(error));
  const data = error.issues.length === 0 ? {} : { issues: error.issues };
  const body = envelope({
    code: error.code,
    message: error.message,
    data,
    operationId,
    duration: Date.now() - startedAt,
  });
  return c.json(body, statusOf(error));
}

/** Converts a thrown value to an error for the caller, and logs it. */
export function logError(c: AppContext, thrown: unknown): ServiceError {
  const { operationId, route } = c.var.scope;
  const error = toServiceError(thrown);
  logRejection(c, error);
  if (error.code === "internal" || error.code === "unavailable")
    logRequestFault(route, operationId, error.cause);
  return error;
}

/** Stores the log fields of an error: its code, and the reason for rejecting a credential. */
export function logRejection(c: AppContext, { code, cause }: ServiceError): void {
  c.var.scope.rejection =
    code === "unauthenticated" && typeof cause === "string" ? { code, reason: cause } : { code };
}

export function logRequestFault(route: string, operationId: string, cause: unknown): void {
  log("error", "fault", { route, operationId, ...faultFields(cause) });
}
