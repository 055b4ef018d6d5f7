import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireIfMatch } from "../context/if-match.ts";
import { requireAnswerTarget, answerTargetQueries } from "./internal/answer-version-target.ts";
import { getThread } from "./get-thread.ts";
import { toAcceptInput, sendToRoom } from "./internal/submit-to-room.ts";

export interface ChooseAnswerInput {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
  /** Version to select. */
  readonly answerId: Id<"msg">;
}

/**
 * Selects the visible version of an answer. Does nothing if the version is already selected.
 * @throws ServiceError `not_found` for the thread, the question, or this answer to it
 * @throws ServiceError `permission_denied` without `chat`, `aborted` for `If-Match`
 */
export async function chooseAnswer(
  ctx: Context,
  { threadId, messageId, answerId }: ChooseAnswerInput,
): Promise<ThreadRows> {
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(ctx.db, actorSql(ctx), threadId),
    ...answerTargetQueries(ctx.db, threadId, messageId),
  });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const { slot, answer } = requireAnswerTarget(rows, answerId);
  if (answer.isShown === 1) return await getThread(ctx, { threadId });
  requireIfMatch(ctx, thread);
  const input = toAcceptInput(ctx, actor, thread, { kind: "chooseAnswer", content: "", recipients: [] });
  await sendToRoom(ctx, { ...input, rowId: null, slot: { ...slot, questionId: messageId, answerId } });
  return await ctx.db.read(threadView(ctx.db, userOf(actor.id), threadId));
}
