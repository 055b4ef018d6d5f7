import { requireAction } from "../../domain/authorized.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { type MessageWindow, NEWEST } from "../../domain/message-window.ts";
import { findWindowEnd, type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** @throws ServiceError `not_found` when there is none that the caller may read, or no message that the window names */
export async function getThread(ctx: Context, input: { threadId: Id<"thread">; window?: MessageWindow }): Promise<ThreadRows> {
  if (ctx.principal.kind === "guest") throw notFound("thread");
  const { threadId, window = NEWEST } = input;
  const { rows } = await readAsUser(ctx, memberQueries(ctx, threadId, window));
  requireAction(rows.thread[0], "read", "thread");
  requireWindowEnd(window, rows.windowEnd);
  return rows;
}

/** The thread as the caller may see it, and the message that the window ends before. */
export function memberQueries(ctx: Context, threadId: Id<"thread">, window: MessageWindow) {
  return { ...threadView(ctx.db, actorSql(ctx), threadId, window), windowEnd: findWindowEnd(ctx.db, threadId, window) };
}

/** @throws ServiceError `not_found` when the window names a message that was not found */
export function requireWindowEnd({ before }: MessageWindow, found: readonly unknown[]): void {
  if (before !== null && found.length === 0) throw notFound("message");
}

/** The one thread of the rows. @throws ServiceError `not_found` */
export function threadOf(rows: ThreadRows): ThreadRows["thread"][number] {
  const thread = rows.thread[0];
  if (thread === undefined) throw new ServiceError("not_found", "There is no such thread, or you may not read it.");
  return thread;
}
