import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findQuestion } from "../../storage/d1/answers/answer-versions.ts";
import { findOpinions, type Opinion } from "../../storage/d1/answers/feedback.ts";
import {
  selectVersions,
  type VersionListing,
  type VersionRows,
} from "../../storage/d1/answers/select-versions.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface ListAnswersInput extends VersionListing {
  readonly threadId: Id<"thread">;
  readonly questionId: Id<"msg">;
}

export interface AnswerList extends Pick<VersionRows, "answers" | "citations" | "people"> {
  readonly count: number;
  /** Feedback of the caller. */
  readonly opinions: readonly (Opinion & { readonly answerId: string })[];
}

/**
 * Lists the versions of the answers to a question.
 * @throws ServiceError `not_found` for the thread, or for the question in it
 */
export async function listAnswers(ctx: Context, input: ListAnswersInput): Promise<AnswerList> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const { rows } = await readAsUser(ctx, {
    thread: findThread(db, viewer, input.threadId),
    question: findQuestion(db, input.threadId, input.questionId),
    opinions: findOpinions(db, viewer, input.threadId, input.questionId),
    ...selectVersions(db, viewer, input),
  });
  requireAction(rows.thread[0], "read", "thread");
  if (rows.question[0] === undefined) throw notFound("question");
  return {
    count: rows.total[0]?.count ?? 0,
    answers: rows.answers,
    citations: rows.citations,
    people: rows.people,
    opinions: rows.opinions,
  };
}
