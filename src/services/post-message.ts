import { requireAction } from "../domain/authorized.ts";
import type { Id } from "../domain/ids.ts";
import { newest } from "../domain/message-window.ts";
import { isAnswerPending } from "../storage/d1/message-store.ts";
import { findThread } from "../storage/d1/thread-store.ts";
import { threadView } from "../storage/d1/thread-view.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { handToRoom, type NewMessage, type PostedMessage, waitForAnswer } from "./hand-to-room.ts";

export interface PostMessageInput extends NewMessage {
  readonly threadId: Id<"thread">;
  /** How many of the thread's newest messages are shown. */
  readonly messagesLimit: number;
}

/**
 * Posts a message; a question is waited for, a rename gives the thread its content as label.
 * @throws ServiceError `not_found`, `permission_denied`; `aborted` for another revision than `If-Match`; `resource_exhausted` when too many
 * turns wait
 */
export async function postMessage(ctx: Context, { threadId, messagesLimit, ...message }: PostMessageInput): Promise<PostedMessage> {
  const { actor, rows } = await readAsUser(ctx, { thread: findThread(ctx.db, actorSql(ctx), threadId) });
  return await handToRoom(ctx, actor, requireAction(rows.thread[0], "chat", "thread"), message, messagesLimit);
}

type PostedInput = Pick<PostMessageInput, "threadId" | "messagesLimit"> & { readonly messageId: Id<"msg"> };

/** The thread with a message that was posted before, once its answer is there. @throws ServiceError `not_found` */
export async function getPosted(ctx: Context, input: PostedInput): Promise<Omit<PostedMessage, "eventKey">> {
  const before = await readPosted(ctx, input);
  if (before.done) return before;
  await waitForAnswer(ctx, input.threadId, input.messageId);
  return await readPosted(ctx, input);
}

async function readPosted(ctx: Context, { threadId, messageId, messagesLimit }: PostedInput) {
  const view = threadView(ctx.db, actorSql(ctx), threadId, newest(messagesLimit));
  const { pending, ...rows } = (await readAsUser(ctx, { ...view, pending: isAnswerPending(ctx.db, messageId) })).rows;
  requireAction(rows.thread[0], "read", "thread");
  return { rows, units: 0, done: pending.length === 0 };
}
