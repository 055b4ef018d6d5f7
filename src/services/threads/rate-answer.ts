import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import {
  deleteOpinion,
  findOpinions,
  isRated,
  type Opinion,
  putOpinion,
} from "../../storage/d1/answers/feedback.ts";
import { mayOnThread, userOf, valueOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireAnswerTarget, answerTargetQueries } from "./internal/answer-version-target.ts";

export interface RateAnswerInput {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
  /** A version of the answer. Null means the selected version. */
  readonly answerId: Id<"msg"> | null;
  /** Rating of the caller. Null withdraws it. */
  readonly opinion: Opinion | null;
}

/** Current rating of an answer by a user. */
export interface RatedAnswer {
  readonly answerId: Id<"msg">;
  readonly version: number;
  readonly opinion: Opinion | null;
  readonly modifiedAt: Date | null;
}

/**
 * Stores the caller's rating of an answer version. A new rating replaces the user's previous one.
 * @throws ServiceError `not_found` for the thread, the question, or this answer to it
 * @throws ServiceError `failed_precondition` while the answer is in progress
 */
export async function rateAnswer(ctx: Context, input: RateAnswerInput): Promise<RatedAnswer> {
  const { db, now } = ctx;
  const { actor, rows } = await readRated(ctx, input);
  const thread = requireAction(rows.thread[0], "read", "thread");
  const { answer } = requireAnswerTarget(rows, input.answerId);
  const { opinion, threadId } = input;
  const before = rows.opinions.find(({ answerId }) => answerId === answer.id);
  const shown = { answerId: answer.id, version: answer.version, opinion };
  if (before?.rating === opinion?.rating && before?.word === opinion?.word)
    return { ...shown, modifiedAt: before === undefined ? null : new Date(before.modifiedAt) };
  if (answer.state === "pending")
    throw new ServiceError("failed_precondition", "The service is still writing this answer.");
  const kept = {
    answerId: answer.id,
    userId: actor.id,
    threadId,
    organizationId: thread.organizationId,
    createdAt: now,
    modifiedAt: now,
  };
  await commit(actor.writer, {
    asserts: [
      { name: "may_read", holds: mayOnThread(userOf(actor.id), valueOf(threadId), "read") },
      { name: "is_ended", holds: isRated(answer.id) },
    ],
    writes: [
      opinion === null ? deleteOpinion(db, answer.id, actor.id) : putOpinion(db, { ...kept, ...opinion }),
    ],
    audit: {
      organizationId: thread.organizationId,
      targetId: answer.id,
      changes: { rating: opinion?.rating ?? null },
    },
  });
  return { ...shown, modifiedAt: opinion === null ? null : now };
}

/**
 * Returns the rating of an answer that the caller rated before.
 * @throws ServiceError `not_found`
 */
export async function getRated(ctx: Context, input: Omit<RateAnswerInput, "opinion">): Promise<RatedAnswer> {
  const { rows } = await readRated(ctx, input);
  requireAction(rows.thread[0], "read", "thread");
  const { answer } = requireAnswerTarget(rows, input.answerId);
  const found = rows.opinions.find(({ answerId }) => answerId === answer.id);
  const opinion = found === undefined ? null : { rating: found.rating, word: found.word };
  return {
    answerId: answer.id,
    version: answer.version,
    opinion,
    modifiedAt: found === undefined ? null : new Date(found.modifiedAt),
  };
}

async function readRated(
  ctx: Context,
  { threadId, messageId }: Pick<RateAnswerInput, "threadId" | "messageId">,
) {
  const viewer = actorSql(ctx);
  return await readAsUser(ctx, {
    thread: findThread(ctx.db, viewer, threadId),
    opinions: findOpinions(ctx.db, viewer, threadId, messageId),
    ...answerTargetQueries(ctx.db, threadId, messageId),
  });
}
