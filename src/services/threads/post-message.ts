import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { newest } from "../../domain/message-window.ts";
import type { RequestedVerification } from "../../domain/verification-mode.ts";
import { answerScopeQueries, toAnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { findAnswerTo } from "../../storage/d1/threads/messages.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { threadView } from "../../storage/d1/threads/thread-view.ts";
import { PLAIN_PROMPT } from "../../thread-room/api.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireAnswerModel } from "./internal/require-answer-model.ts";
import {
  submitToRoom,
  type NewMessage,
  type PostedMessage,
  waitForAnswer,
} from "./internal/submit-to-room.ts";

export interface PostMessageInput extends NewMessage {
  readonly threadId: Id<"thread">;
  /** Number of newest messages of the thread to return. */
  readonly messagesLimit: number;
  /** Id of the model that answers a question without `extras`. Default: "", which selects the best one. */
  readonly model?: string;
  /** Verification of a question without `extras`. Default: "", which selects that of the operator. */
  readonly verification?: RequestedVerification;
}

/**
 * Posts a message. One query checks the access and reads the scope of a question. The call waits for the
 * answer to a question. A rename sets the label of the thread to the content.
 * @throws ServiceError `invalid_argument` for an unknown model, `not_found`, `permission_denied`, `aborted` if
 * `If-Match` names another revision, `resource_exhausted` if too many turns wait
 */
export async function postMessage(
  ctx: Context,
  { threadId, messagesLimit, model = "", verification = "", ...message }: PostMessageInput,
): Promise<PostedMessage> {
  const { extras = { ...PLAIN_PROMPT, model, verification } } = message;
  requireAnswerModel(ctx, extras.model);
  const asker = actorSql(ctx);
  const access = { thread: findThread(ctx.db, asker, threadId) };
  if (message.kind !== "prompt") {
    const { actor, rows } = await readAsUser(ctx, access);
    return await submitToRoom(ctx, actor, requireAction(rows.thread[0], "chat", "thread"), message, {
      messagesLimit,
    });
  }
  const { actor, rows } = await readAsUser(ctx, {
    ...access,
    ...answerScopeQueries(ctx.db, asker, threadId, null),
  });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const question = { ...message, extras };
  return await submitToRoom(ctx, actor, thread, question, { messagesLimit, scope: toAnswerScope(rows) });
}

type PostedInput = Pick<PostMessageInput, "threadId" | "messagesLimit"> & { readonly messageId: Id<"msg"> };

/**
 * Returns the thread with a message that an earlier call posted, as soon as its answer exists.
 * @throws ServiceError `not_found`
 */
export async function getPosted(ctx: Context, input: PostedInput): Promise<PostedMessage> {
  const before = await readPosted(ctx, input);
  if (before.done) return before;
  await waitForAnswer(ctx, input.threadId, input.messageId);
  return await readPosted(ctx, input);
}

async function readPosted(ctx: Context, { threadId, messageId, messagesLimit }: PostedInput) {
  const view = threadView(ctx.db, actorSql(ctx), threadId, newest(messagesLimit));
  const { answer, ...rows } = (
    await readAsUser(ctx, { ...view, answer: findAnswerTo(ctx.db, threadId, messageId) })
  ).rows;
  requireAction(rows.thread[0], "read", "thread");
  return { rows, units: 0, done: answer[0]?.state !== "pending", messageId };
}
