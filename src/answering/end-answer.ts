import { SERVICE_USER_ID, type Id } from "../domain/ids.ts";
import { type AnswerScope, answerScopeQueries, toAnswerScope } from "../storage/d1/answer-scope.ts";
import { type Assertion, commit } from "../storage/d1/commit.ts";
import type { Database, Rows, Statement } from "../storage/d1/database.ts";
import { type EndedAnswer, endStatements, isBeingWritten, storedAnswerQueries } from "../storage/d1/answer-store.ts";
import type { AnswerLimits } from "./answer-limits.ts";

/** A question whose answer is being written, under one transformation. */
export interface Question {
  readonly threadId: Id<"thread">;
  readonly organizationId: Id<"org">;
  readonly askerId: Id<"user">;
  readonly question: string;
  readonly answerMessageId: Id<"msg">;
  readonly transformationId: string;
  readonly limits: AnswerLimits;
  /** The operation that asked, and the `op_…` id of that call. */
  readonly operation: string;
  readonly operationId: string;
}

/** An answer that has ended, as D1 holds it and as its last frame tells it. */
export interface FinishedAnswer extends EndedAnswer {
  /** Joined they are the content. */
  readonly parts: readonly string[];
  readonly transformationId: string;
  readonly worldKnowledge: boolean;
  readonly scope: AnswerScope;
}

/** The answer's row is not there: its thread is gone. */
export class AnswerGone extends Error {
  override readonly name = "AnswerGone";
}

/** A later attempt writes this answer now. */
export class AnswerSuperseded extends Error {
  override readonly name = "AnswerSuperseded";
}

/**
 * Ends the answer in D1, once: whoever comes second meets the conflict `writing`. Only the attempt under way may, unless `whoeverWrites`.
 * @throws CommitConflict `writing`, or the name of one of `asserts`
 */
export async function endAnswer<Q extends Record<string, Statement>>(
  db: Database,
  question: Question,
  answer: EndedAnswer,
  change: { readonly asserts: readonly Assertion[]; readonly reads: Q; readonly now: Date; readonly whoeverWrites?: boolean },
): Promise<Rows<Q>> {
  const { operation, operationId, organizationId } = question;
  const writer = { db, now: change.now, actorId: SERVICE_USER_ID, operation, operationId };
  const writing = { name: "writing", holds: isBeingWritten(answer.messageId, change.whoeverWrites ? null : question.transformationId) };
  const { rows } = await commit(writer, {
    asserts: [writing, ...change.asserts],
    statements: endStatements(db, answer, change.now),
    event: { organizationId, targetId: answer.messageId, units: answer.inputTokens + answer.outputTokens },
    reads: change.reads,
  });
  return rows;
}

/**
 * The answer that D1 already holds: the first one wins, whoever wrote it.
 * @throws AnswerGone when there is none, AnswerSuperseded when another attempt is still writing it
 */
export async function adoptAnswer<Q extends Record<string, Statement>>(
  db: Database,
  question: Question,
  reads: Q,
): Promise<{ readonly answer: FinishedAnswer; readonly rows: Rows<Q> }> {
  const scopeQueries = answerScopeQueries(db, question.askerId, question.threadId, question.answerMessageId);
  const own = { ...storedAnswerQueries(db, question.answerMessageId), ...scopeQueries };
  const all = await db.read<Record<string, Statement>>({ ...own, ...reads });
  const rows = all as Rows<typeof own>;
  const stored = rows.answer[0];
  if (stored === undefined) throw new AnswerGone("the answer's row is not there");
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
    transformationId: stored.transformationId ?? question.transformationId,
    worldKnowledge: stored.worldKnowledge,
    citations: rows.answerCitations.map(({ textVersion, id, ...citation }) => ({
      ...citation,
      id: id as Id<"cite">,
      version: textVersion,
    })),
    scope: toAnswerScope(rows),
  };
  return { answer, rows: all as Rows<Q> };
}
