import { stoppedBy } from "../domain/answer-state.ts";
import type { RecordedOperation } from "../domain/operation-ids.ts";
import { parseLocator } from "../domain/locator.ts";
import type { Sampling } from "../domain/events.ts";
import type { PassedOver, SuggestedModel } from "../domain/model-choice.ts";
import { SERVICE_USER_ID, type Id } from "../domain/ids.ts";
import { parseSentences, storedSupport } from "../domain/support.ts";
import type { RequestedVerification } from "../domain/verification-mode.ts";
import { type AnswerScope, answerScopeQueries, toAnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { type Assertion, commit } from "../storage/d1/core/commit.ts";
import type { Database, Statement } from "../storage/d1/core/database.ts";
import {
  type EndedAnswer,
  type NewCitation,
  endStatements,
  isBeingWritten,
  storedAnswerQueries,
} from "../storage/d1/answers/answers.ts";
import type { AnswerLimits } from "./answer-limits.ts";

/** A question whose answer is in progress. */
export interface Question {
  readonly threadId: Id<"thread">;
  readonly organizationId: Id<"org">;
  readonly askerId: Id<"user">;
  readonly question: string;
  readonly answerMessageId: Id<"msg">;
  readonly transformationId: string;
  readonly limits: AnswerLimits;
  readonly sampling: Sampling;
  /** Id of the preferred model. Empty selects the first configured model. */
  readonly model: string;
  /** Empty selects the verification of the operator. */
  readonly verification: RequestedVerification;
  /** The operation id of the request, and the `op_…` id of this call. */
  readonly operation: RecordedOperation;
  readonly operationId: string;
}

/** A final answer in the form that D1 stores and the last frame sends. */
export interface FinishedAnswer extends EndedAnswer {
  /** The parts into which the content was split. */
  readonly parts: readonly string[];
  readonly transformationId: string;
  /** The user who stopped the answer. Null if no user did. */
  readonly stoppedBy: Id<"user"> | null;
  readonly worldKnowledge: boolean;
  /** The question with context from the conversation. Empty if the conversation added nothing. */
  readonly interpretedAs: string;
  readonly scope: AnswerScope;
  readonly citations: readonly SentCitation[];
  /** Models to suggest for the question. Empty for an answer that was loaded from D1. */
  readonly suggestedModels: readonly SuggestedModel[];
}

/** A citation with the name of its document at the time of the answer. */
export type SentCitation = NewCitation & { readonly displayName: string };

/** The answer has no row, because its thread was deleted. */
export class AnswerNotFound extends Error {
  override readonly name = "AnswerNotFound";
}

/** A later attempt is writing this answer. */
export class AnswerSuperseded extends Error {
  override readonly name = "AnswerSuperseded";
}

/**
 * Finalizes the answer in D1. A second call fails with the conflict `writing`. Only the current attempt may
 * finalize the answer, unless `byAnyAttempt` is set.
 * @throws AnswerHasEnded, or the conflict of one of `asserts`
 */
export async function finalizeAnswer(
  db: Database,
  question: Question,
  answer: EndedAnswer,
  change: {
    readonly asserts: readonly Assertion[];
    readonly writes?: readonly Statement[];
    readonly returning?: Record<string, Statement>;
    readonly now: Date;
    readonly byAnyAttempt?: boolean;
  },
): Promise<object> {
  const { operation, operationId, organizationId, askerId } = question;
  const writer = { db, now: change.now, actorId: SERVICE_USER_ID, operation, operationId };
  const writing = {
    name: "writing" as const,
    holds: isBeingWritten(answer.messageId, change.byAnyAttempt ? null : question.transformationId),
  };
  const rows = await commit(writer, {
    asserts: [writing, ...change.asserts],
    writes: [...endStatements(db, answer, change.now), ...(change.writes ?? [])],
    audit: {
      organizationId,
      targetId: answer.messageId,
      units: answer.inputTokens + answer.outputTokens,
      usage: { userId: askerId, ...answer.spent, ...answer.counts },
    },
    returning: change.returning ?? {},
  });
  return rows;
}

/**
 * Loads the final answer from D1. The first final answer of a question wins.
 * @throws AnswerNotFound if the answer has no row, AnswerSuperseded if another attempt is still writing it
 */
export async function loadStoredAnswer(
  db: Database,
  question: Question,
): Promise<{ readonly answer: FinishedAnswer; readonly endedAt: Date; readonly starts: readonly [] }> {
  const scopeQueries = answerScopeQueries(db, question.askerId, question.threadId, question.answerMessageId);
  const rows = await db.read({ ...storedAnswerQueries(db, question.answerMessageId), ...scopeQueries });
  const stored = rows.answer[0];
  if (stored === undefined) throw new AnswerNotFound("the answer's row is not there");
  if (stored.state === "pending") throw new AnswerSuperseded("another attempt is writing this answer");
  const { threadId } = question;
  const answer: FinishedAnswer = {
    messageId: question.answerMessageId,
    threadId,
    state: stored.state,
    content: stored.content,
    parts: stored.content === "" ? [] : [stored.content],
    textSuggestions: JSON.parse(stored.textSuggestions) as string[],
    inputTokens: stored.inputTokens,
    outputTokens: stored.outputTokens,
    model: stored.model,
    droppedSentences: stored.droppedSentences,
    sentences: parseSentences(stored.sentences),
    passedOver: JSON.parse(stored.passedOver) as PassedOver[],
    suggestedModels: [],
    transformationId: stored.transformationId ?? question.transformationId,
    stoppedBy: stoppedBy({ ...stored, state: stored.state }),
    worldKnowledge: stored.worldKnowledge,
    interpretedAs: "",
    citations: rows.answerCitations.map(
      ({ textVersion, id, displayName, locator, support, ...citation }) => ({
        ...citation,
        support: storedSupport({ support, said: citation.said }),
        locator: parseLocator(locator, citation.page),
        displayName: displayName ?? "",
        id,
        version: textVersion,
      }),
    ),
    scope: toAnswerScope(rows),
  };
  return { answer, endedAt: stored.modifiedAt, starts: [] };
}
