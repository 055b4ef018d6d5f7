import { invalidField, notFound } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import {
  type AnswerSlot,
  type AnswerVersion,
  findQuestion,
  findVersions,
} from "../../../storage/d1/answers/answer-versions.ts";
import type { Database, Rows } from "../../../storage/d1/core/database.ts";

/** Returns the queries for a question and its answers. */
export function answerTargetQueries(db: Database, threadId: Id<"thread">, questionId: Id<"msg">) {
  return {
    question: findQuestion(db, threadId, questionId),
    versions: findVersions(db, threadId, questionId),
  };
}

/** An answer with all its versions. */
export interface AnswerVersionTarget {
  readonly slot: AnswerSlot;
  readonly question: { readonly rowId: Id<"msg">; readonly content: string };
  /** The requested version, or the selected version. */
  readonly answer: AnswerVersion;
  readonly versions: readonly AnswerVersion[];
}

/**
 * Finds the answer of the request.
 * @param answerId any version of the answer; null for the only answer to the question
 * @throws ServiceError `not_found` for the question or for this answer to it
 * @throws ServiceError `invalid_argument` if the question has several answers and the request has no id
 */
export function requireAnswerTarget(
  rows: Rows<ReturnType<typeof answerTargetQueries>>,
  answerId: Id<"msg"> | null,
): AnswerVersionTarget {
  const question = rows.question[0];
  if (question === undefined) throw notFound("question");
  const shown = rows.versions.filter(({ isShown }) => isShown === 1);
  if (answerId === null && shown.length > 1)
    throw invalidField("answerId", "is needed: the question has several answers");
  const answer = answerId === null ? shown[0] : rows.versions.find(({ id }) => id === answerId);
  if (answer === undefined) throw notFound("answer");
  const versions = rows.versions.filter(({ variant }) => variant === answer.variant);
  return { slot: { questionRowId: question.rowId, variant: answer.variant }, question, answer, versions };
}
