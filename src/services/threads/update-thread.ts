import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import type { ThreadRows } from "../../storage/d1/threads/thread-view.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { getThread } from "./get-thread.ts";
import { submitToRoom } from "./internal/submit-to-room.ts";
import { requireIfMatch } from "../context/if-match.ts";

export interface UpdateThreadInput {
  readonly threadId: Id<"thread">;
  readonly label: string;
}

/**
 * Sets the label of a thread by a rename message. Does nothing if the label is unchanged.
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` if `If-Match` names another revision
 */
export async function updateThread(
  ctx: Context,
  { threadId, label }: UpdateThreadInput,
): Promise<ThreadRows> {
  const { actor, rows } = await readAsUser(ctx, { thread: findThread(ctx.db, actorSql(ctx), threadId) });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  requireIfMatch(ctx, thread);
  if (thread.label === label) return await getThread(ctx, { threadId });
  return (await submitToRoom(ctx, actor, thread, { kind: "rename", content: label, recipients: [] })).rows;
}
