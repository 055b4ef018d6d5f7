import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { MAX_VERSIONS } from "../../storage/d1/answers/version-positions.ts";
import type { RequestedVerification } from "../../domain/verification-mode.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { findAnswer } from "../../storage/d1/threads/messages.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { threadView } from "../../storage/d1/threads/thread-view.ts";
import { PLAIN_PROMPT } from "../../thread-room/api.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireIfMatch } from "../context/if-match.ts";
import { requireAnswerTarget, answerTargetQueries } from "./internal/answer-version-target.ts";
import { requireAnswerModel } from "./internal/require-answer-model.ts";
import { toAcceptInput, sendToRoom, type AnsweredThread, waitForAnswer } from "./internal/submit-to-room.ts";

export interface AskAgainInput {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
  /**
   * Any version of one of the answers, for a question with several answers (a campaign). Null for the only
   * answer.
   */
  readonly answerId: Id<"msg"> | null;
  /** Id of the preferred model. Empty selects the first configured model. */
  readonly model: string;
  /** Default: the verification that was requested for the previous version. */
  readonly verification?: RequestedVerification | undefined;
}

/**
 * Answers a question again from the documents that the caller may read now. The new version replaces the
 * previous version in the thread. The previous version stays stored.
 * @throws ServiceError `invalid_argument` for an unknown model, `not_found`, `permission_denied`, `aborted`
 * for `If-Match`
 * @throws ServiceError `failed_precondition` while the answer is in progress, `resource_exhausted` for too
 * many versions or turns
 */
export async function askAgain(
  ctx: Context,
  { threadId, messageId, answerId, model, verification }: AskAgainInput,
): Promise<AnsweredThread> {
  requireAnswerModel(ctx, model);
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(ctx.db, actorSql(ctx), threadId),
    ...answerTargetQueries(ctx.db, threadId, messageId),
  });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const { slot, question, answer: previous, versions } = requireAnswerTarget(rows, answerId);
  requireIfMatch(ctx, thread);
  if (versions.some(({ state }) => state === "pending"))
    throw new ServiceError("failed_precondition", "The service is still writing this answer. Stop it first.");
  if (versions.length >= MAX_VERSIONS)
    throw new ServiceError("resource_exhausted", `An answer can have at most ${MAX_VERSIONS} versions.`);
  const input = toAcceptInput(ctx, actor, thread, {
    kind: "askAgain",
    content: question.content,
    recipients: [],
    extras: { ...PLAIN_PROMPT, model, verification: verification ?? previous.verification },
  });
  const asked = {
    ...input,
    rowId: null,
    askedAs: newId("inter"),
    slot: { ...slot, questionId: messageId, answerId: null },
  };
  const accepted = await sendToRoom(ctx, asked);
  await waitForAnswer(ctx, threadId, accepted.messageId);
  const view = threadView(ctx.db, userOf(actor.id), threadId);
  const { answer, ...after } = await ctx.db.read({
    ...view,
    answer: findAnswer(ctx.db, accepted.answerMessageId ?? ""),
  });
  return { rows: after, units: answer[0]?.units ?? 0, done: answer[0]?.state !== "pending" };
}

/**
 * Returns the thread with a version that an earlier call requested, as soon as the version exists.
 * @throws ServiceError `not_found`
 */
export async function getAskedAgain(
  ctx: Context,
  input: { threadId: Id<"thread">; answerId: Id<"msg"> },
): Promise<AnsweredThread> {
  const before = await readAsked(ctx, input);
  if (before.done) return before;
  await waitForAnswer(ctx, input.threadId, input.answerId);
  return await readAsked(ctx, input);
}

async function readAsked(
  ctx: Context,
  { threadId, answerId }: { threadId: Id<"thread">; answerId: Id<"msg"> },
): Promise<AnsweredThread> {
  const view = threadView(ctx.db, actorSql(ctx), threadId);
  const { answer, ...rows } = (await readAsUser(ctx, { ...view, answer: findAnswer(ctx.db, answerId) })).rows;
  requireAction(rows.thread[0], "read", "thread");
  return { rows, units: 0, done: answer[0]?.state !== "pending" };
}
