import type { OperationId } from "../domain/operation-ids.ts";
import type { Context as HonoContext } from "hono";
import type { Config } from "../config.ts";
import type { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import type { Principal, UserPrincipal } from "../domain/principal.ts";
import type { BrowserRequest } from "../domain/session.ts";
import type { Env } from "../env.ts";
import type { Platform } from "../platform.ts";
import { recordTags } from "./viewer-etag.ts";
import type { Context } from "../services/context/context.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";

/** State of a request that the middleware and handlers share. */
export interface RequestScope {
  readonly operationId: Id<"op">;
  readonly startedAt: number;
  readonly config: Config;
  readonly platform: Platform;
  /** Runs enqueued jobs. The promises resolve even if a handler fails. */
  readonly runJobs: (db: Database, rows: readonly OutboxEntry[], now: Date) => readonly Promise<void>[];
  /** The request's database. With an API key, it shows only grants that the key covers. */
  db: Database;
  principal: Principal;
  /** The request as one of the service's own pages; null for other callers. */
  browser: BrowserRequest | null;
  /** The user of the token in `x-merge-authorization`. */
  consent: UserPrincipal | null;
  actorId: string;
  /** Id of the change's audit event; "" without a change. */
  eventKey: string;
  /** Code and reason of a rejection, for the log line. */
  rejection: { readonly code?: string; readonly reason?: string };
  /** Rate limit key that this request counted against; "" before the count. */
  countedKey: string;
  /** Pattern of the route and name of the operation, once a route is found. */
  route: string;
  operation: OperationId | "";
  /** The error format of the route; null for the envelope. */
  errorBody: ErrorBody | null;
  /** Value of `WWW-Authenticate` after a rejected credential. */
  challenge: string;
}

/** Formats an error as JSON of another protocol. */
export type ErrorBody = (error: ServiceError, operationId: string) => object;

export interface HttpEnv {
  Bindings: Env;
  Variables: { scope: RequestScope };
}

export type AppContext = HonoContext<HttpEnv>;

function recordTagsOf(ifMatch: string | undefined): string | null {
  return ifMatch === undefined ? null : recordTags(ifMatch);
}

/** The origin at which clients address the service. */
export function originOf(c: AppContext): string {
  return c.var.scope.config.publicBaseUrl ?? new URL(c.req.url).origin;
}

/** The context of this request for use cases. */
export function serviceContext(c: AppContext): Context {
  const scope = c.var.scope;
  if (scope.operation === "") throw new Error("A request without a route has no use case.");
  const now = new Date();
  const defer = (work: Promise<unknown>): void => c.executionCtx.waitUntil(work);
  return {
    db: scope.db,
    platform: scope.platform,
    config: scope.config,
    principal: scope.principal,
    consent: scope.consent,
    browser: scope.browser,
    now,
    idempotency: null,
    isDryRun: false,
    ifMatch: recordTagsOf(c.req.header("if-match")),
    operation: scope.operation,
    operationId: scope.operationId,
    origin: originOf(c),
    defer,
    runInline: (rows) => scope.runJobs(scope.db, rows, now).forEach(defer),
    onActor: (actorId) => {
      scope.actorId = actorId;
    },
    onCommit: (eventKey) => {
      scope.eventKey = eventKey;
    },
  };
}
