import { requireAction } from "../domain/authorized.ts";
import { notFound, ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/** @throws ServiceError `not_found` when there is none that the caller may read */
export async function getThread(ctx: Context, input: { threadId: Id<"thread"> }): Promise<ThreadRows> {
  if (ctx.principal.kind === "guest") throw notFound("thread");
  const { rows } = await readAsUser(ctx, threadView(ctx.db, actorSql(ctx), input.threadId));
  requireAction(rows.thread[0], "read", "thread");
  return rows;
}

/** The one thread of the rows. @throws ServiceError `not_found` */
export function threadOf(rows: ThreadRows): ThreadRows["thread"][number] {
  const thread = rows.thread[0];
  if (thread === undefined) throw new ServiceError("not_found", "There is no such thread, or you may not read it.");
  return thread;
}
