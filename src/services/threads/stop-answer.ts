import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findUnended, isUnended, stopAnswers } from "../../storage/d1/answers/stopped-answers.ts";
import { mayOnThread, userOf, valueOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { getThread } from "./get-thread.ts";

export interface StopAnswerInput {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
}

/**
 * Cancels the unfinished answers to a question. A turn that is writing such an answer cannot store it.
 * Finished answers stay unchanged.
 * @throws ServiceError `not_found` for the thread, or for a question of another thread
 * @throws ServiceError `permission_denied` without `chat`, `aborted` for `If-Match`
 */
export async function stopAnswer(
  ctx: Context,
  { threadId, messageId }: StopAnswerInput,
): Promise<ThreadRows> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(db, actorSql(ctx), threadId),
    question: findUnended(db, threadId, messageId),
  });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const question = rows.question[0];
  if (question === undefined) throw notFound("question");
  if (question.pending === 0) return await getThread(ctx, { threadId });
  requireIfMatch(ctx, thread);
  const me = userOf(actor.id);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_chat", holds: mayOnThread(me, valueOf(threadId), "chat") },
      isUnended(threadId, messageId),
      ...ifMatchAsserts(ctx, "threads", thread),
    ],
    writes: stopAnswers(db, threadId, messageId, actor.id, now),
    audit: { organizationId: thread.organizationId, targetId: messageId },
    returning: threadView(db, me, threadId),
  });
  // Without this call, the room would notice the cancellation only when it stores the answer.
  ctx.defer(ctx.platform.room(threadId).answerStopped(messageId));
  return after;
}
