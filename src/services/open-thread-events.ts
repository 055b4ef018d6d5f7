import { effectiveActions, parseGranted } from "../domain/access.ts";
import { requireAction } from "../domain/authorized.ts";
import { notFound } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { SESSION_HEADER } from "../thread-room/socket-session.ts";
import { findThread } from "../storage/d1/thread-store.ts";
import { actorSql, type Context, readAsUser, requireUserPrincipal } from "./context.ts";

export interface OpenThreadEventsInput {
  readonly threadId: Id<"thread">;
  /** The last event that the client has seen; null: only what happens from now on. */
  readonly since: number | null;
  readonly subprotocol: "knowledge.v1" | null;
}

/**
 * Opens a socket of a thread: D1 says here whether the caller may listen, and the room is told who he is.
 * @returns the room's answer to the upgrade
 * @throws ServiceError `not_found`, before the room is woken
 */
export async function openThreadEvents(ctx: Context, request: Request, input: OpenThreadEventsInput): Promise<Response> {
  if (ctx.principal.kind === "guest") throw notFound("thread");
  const { actor, rows } = await readAsUser(ctx, { thread: findThread(ctx.db, actorSql(ctx), input.threadId) });
  const thread = requireAction(rows.thread[0], "read", "thread");
  const session = {
    userId: actor.id,
    issuerTokenExpiresAt: requireUserPrincipal(ctx).expiresAt.getTime(),
    threadId: thread.id,
    organizationId: thread.organizationId,
    tenantId: thread.tenantId,
    since: input.since,
    canWrite: effectiveActions(parseGranted(thread.granted)).includes("chat"),
    subprotocol: input.subprotocol,
  };
  const headers = new Headers({ upgrade: "websocket", [SESSION_HEADER]: JSON.stringify(session) });
  return await ctx.platform.room(thread.id).fetch(new Request(new URL("/", request.url), { headers }));
}
