import { requireAction } from "../../domain/authorized.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { type MessageWindow, NEWEST } from "../../domain/message-window.ts";
import { findWindowEnd, type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * @throws ServiceError `not_found` for a thread that the caller may not read, or an unknown message in the
 * window
 */
export async function getThread(
  ctx: Context,
  input: { threadId: Id<"thread">; window?: MessageWindow },
): Promise<ThreadRows> {
  if (ctx.principal.kind === "guest") throw notFound("thread");
  const { threadId, window = NEWEST } = input;
  const { rows } = await readAsUser(ctx, memberQueries(ctx, threadId, window));
  requireAction(rows.thread[0], "read", "thread");
  requireWindowEnd(window, rows.windowEnd);
  return rows;
}

/**
 * Returns the queries for the caller's view of the thread, and for the message before which the window ends.
 */
export function memberQueries(ctx: Context, threadId: Id<"thread">, window: MessageWindow) {
  return {
    ...threadView(ctx.db, actorSql(ctx), threadId, window),
    windowEnd: findWindowEnd(ctx.db, threadId, window),
  };
}

/** @throws ServiceError `not_found` if the window names an unknown message */
export function requireWindowEnd({ before }: MessageWindow, found: readonly unknown[]): void {
  if (before !== null && found.length === 0) throw notFound("message");
}

/**
 * Returns the thread of these rows.
 * @throws ServiceError `not_found`
 */
export function requireThread(rows: ThreadRows): ThreadRows["thread"][number] {
  const thread = rows.thread[0];
  if (thread === undefined)
    throw new ServiceError("not_found", "There is no such thread, or you may not read it.");
  return thread;
}
