import type { OperationId } from "../../domain/operation-ids.ts";
import type { Id } from "../../domain/ids.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type IdempotencyKey, RepeatedRequest } from "../../domain/idempotency.ts";
import type { Principal, UserPrincipal } from "../../domain/principal.ts";
import type { BrowserRequest } from "../../domain/session.ts";
import type { Config } from "../../config.ts";
import { actorOf, actorOfKey, actorOfSession, type SQL } from "../../storage/d1/core/access.ts";
import type { Writer } from "../../storage/d1/core/commit.ts";
import type { Database, Rows, Statement } from "../../storage/d1/core/database.ts";
import { findFirstRequest } from "../../storage/d1/core/idempotency.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";
import { PURGING } from "../../storage/d1/service/purges.ts";
import { findActiveSession } from "../../storage/d1/users/sessions.ts";
import { type ActorRow, findActor } from "../../storage/d1/users/users.ts";
import type { Platform } from "../../platform.ts";

/** Input of every use case: the caller, the operation and the stores. */
export interface Context {
  readonly db: Database;
  readonly platform: Platform;
  readonly config: Config;
  readonly principal: Principal;
  /**
   * Owner of another account who consents to the operation, proven by a recent token. Null if no consent was
   * sent.
   */
  readonly consent: UserPrincipal | null;
  /** The request as one of the service's own pages; null for other callers. */
  readonly browser: BrowserRequest | null;
  readonly now: Date;
  /** `Idempotency-Key` of the request, or null. */
  readonly idempotency: IdempotencyKey | null;
  /** True for a dry run. A dry run reports the effects and writes nothing. */
  readonly isDryRun: boolean;
  /** `If-Match` header of the request, or null. */
  readonly ifMatch: string | null;
  readonly operation: OperationId;
  readonly operationId: Id<"op">;
  /** Public origin, with which every URL in responses begins. */
  readonly origin: string;
  /** Continues work after the response was sent. */
  readonly defer: (work: Promise<unknown>) => void;
  /** Runs enqueued jobs after the response was sent. If a job fails, the cron run retries it. */
  readonly runInline: (rows: readonly OutboxEntry[]) => void;
  /** Called as soon as the actor is known, for the log line. */
  readonly onActor: (actorId: string) => void;
  /** Called for each commit with the id of its audit event. The response contains the id. */
  readonly onCommit: (eventKey: Id<"event">) => void;
}

/** A caller with an account. `writer` writes on behalf of the user. */
export interface Actor {
  readonly id: Id<"user">;
  readonly displayName: string;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly writer: Writer;
}

type FirstRequest = Awaited<ReturnType<typeof findFirstRequest>>[number];

/**
 * Returns the signed-in user.
 * @throws ServiceError `permission_denied` for other callers
 */
export function requireUserPrincipal(ctx: Context): UserPrincipal {
  if (ctx.principal.kind === "user") return ctx.principal;
  throw new ServiceError("permission_denied", "This operation is for signed-in users.");
}

/** Returns SQL that yields the user id of the caller. */
export function actorSql(ctx: Context): SQL {
  const { principal, now } = ctx;
  if (principal.kind === "key") return actorOfKey(principal.keyId, now);
  const { issuer, subject, sessionId } = requireUserPrincipal(ctx);
  return sessionId === undefined ? actorOf(issuer, subject) : actorOfSession(sessionId, now);
}

/**
 * Reads the caller and the rows of the use case in one D1 round trip.
 * @param options `mayBeLeaving` is true for the few operations that a user may call while their account is
 * being deleted
 * @throws ServiceError `unauthenticated` for an ended API key or session, `failed_precondition` before the first sync,
 * `permission_denied` for an inactive account
 */
export async function readAsUser<Q extends Record<string, Statement>>(
  ctx: Context,
  queries: Q,
  { mayBeLeaving = false } = {},
): Promise<{ actor: Actor; rows: Rows<Q> }> {
  const first =
    ctx.idempotency === null ? {} : { firstRequest: findFirstRequest(ctx.db, ctx.idempotency, ctx.now) };
  const {
    actor: found,
    firstRequest,
    ...rows
  } = await ctx.db.read({ ...queries, ...first, actor: findActor(ctx.db, actorSql(ctx)) });
  const row = (found as ActorRow[])[0];
  if (row === undefined && ctx.principal.kind === "key")
    throw new ServiceError("unauthenticated", "The API key has expired, or a user has revoked it.");
  if (row === undefined && (await hasSessionEnded(ctx))) throw sessionEnded();
  if (row === undefined)
    throw new ServiceError("failed_precondition", "Sign in first: POST /v1/users/self/auth-sync.");
  ctx.onActor(row.id);
  requireActive(row, mayBeLeaving);
  const repeated = (firstRequest as FirstRequest[] | undefined)?.[0];
  if (repeated !== undefined) throw new RepeatedRequest(repeated);
  return { actor: toActor(ctx, row), rows: rows as unknown as Rows<Q> };
}

/** The error for a request without a session, or with one that has ended. */
export function sessionEnded(): ServiceError {
  return new ServiceError("unauthenticated", "Nobody is signed in, or the session has ended. Sign in.");
}

/** Whether the session of the request ended after the request was authenticated. */
async function hasSessionEnded({ db, principal, now }: Context): Promise<boolean> {
  if (principal.kind !== "user" || principal.sessionId === undefined) return false;
  const { active } = await db.read({ active: findActiveSession(db, principal.sessionId, now) });
  return active.length === 0;
}

/**
 * @throws ServiceError `permission_denied` for a merged, suspended or purged account, and for an account that
 * is being deleted unless `mayBeLeaving` is true
 */
export function requireActive(
  user: Pick<ActorRow, "lifecycleState" | "purgeAt">,
  mayBeLeaving = false,
): void {
  if (user.lifecycleState === "active" || (mayBeLeaving && restorableUntil(user) !== null)) return;
  throw new ServiceError("permission_denied", inactiveReason(user));
}

/**
 * Returns the end of the period in which the user can restore the account, or null if the account is not
 * being deleted.
 */
export function restorableUntil({
  lifecycleState,
  purgeAt,
}: Pick<ActorRow, "lifecycleState" | "purgeAt">): Date | null {
  return lifecycleState === "deleted" && purgeAt !== null && purgeAt.getTime() > PURGING ? purgeAt : null;
}

function inactiveReason(user: Pick<ActorRow, "lifecycleState" | "purgeAt">): string {
  const until = restorableUntil(user);
  if (until === null) return "This account is not active.";
  return `The user has deleted this account. POST /v1/users/self/restore restores it until ${until.toISOString()}.`;
}

function toActor(ctx: Context, row: ActorRow): Actor {
  return {
    id: row.id,
    displayName: row.displayName,
    organizationId: row.organizationId,
    tenantId: row.tenantId,
    writer: writerOf(ctx, row.id),
  };
}

/** Returns a writer that acts for a user. */
export function writerOf(ctx: Context, actorId: Id<"user">): Writer {
  const { db, now, operation, operationId, idempotency, isDryRun, onCommit, principal } = ctx;
  return {
    keyId: principal.kind === "key" ? principal.keyId : null,
    sessionId: principal.kind === "user" ? (principal.sessionId ?? null) : null,
    db,
    now,
    operation,
    operationId,
    idempotency,
    isDryRun,
    onCommit,
    actorId,
  };
}
