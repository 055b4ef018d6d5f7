import type { Context as HonoContext } from "hono";
import type { Config } from "../config.ts";
import type { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import type { Principal, UserPrincipal } from "../domain/principal.ts";
import type { Env } from "../env.ts";
import type { Platform } from "../platform.ts";
import { recordTags } from "./view-tag.ts";
import type { Context } from "../services/context/context.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";

/** What the middleware knows of a request while it is being answered. */
export interface RequestScope {
  readonly operationId: Id<"op">;
  readonly startedAt: number;
  readonly config: Config;
  readonly platform: Platform;
  /** Runs enqueued jobs; a handler that fails does not reject. */
  readonly runJobs: (db: Database, rows: readonly OutboxEntry[], now: Date) => readonly Promise<void>[];
  /** What a key does not hold is not there. */
  db: Database;
  principal: Principal;
  /** Whose token came in `x-merge-authorization`. */
  consent: UserPrincipal | null;
  actorId: string;
  /** The audit event of the change; "" while nothing has changed. */
  eventKey: string;
  /** What the log line says of a refusal. */
  refusal: { readonly code?: string; readonly reason?: string };
  /** What this request has counted against; "" before it has. */
  countedKey: string;
  /** The route's pattern and the operation's name, once a route was found. */
  route: string;
  operation: string;
  /** How the route spells errors; null: in the envelope. */
  errorBody: ErrorBody | null;
  /** What a caller whose credential is refused is told to bring. */
  challenge: string;
}

/** What a client of another protocol is told of an error, as JSON. */
export type ErrorBody = (error: ServiceError, operationId: string) => object;

export interface HttpEnv {
  Bindings: Env;
  Variables: { scope: RequestScope };
}

export type Http = HonoContext<HttpEnv>;

function recordTagsOf(ifMatch: string | undefined): string | null {
  return ifMatch === undefined ? null : recordTags(ifMatch);
}

/** Where clients reach the service. */
export function originOf(c: Http): string {
  return c.var.scope.config.publicBaseUrl ?? new URL(c.req.url).origin;
}

/** The verbs' context of this request. */
export function serviceContext(c: Http): Context {
  const scope = c.var.scope;
  const now = new Date();
  const defer = (work: Promise<unknown>): void => c.executionCtx.waitUntil(work);
  return {
    db: scope.db,
    platform: scope.platform,
    config: scope.config,
    principal: scope.principal,
    consent: scope.consent,
    now,
    idempotency: null,
    rehearses: false,
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
