import { SERVICE_USER_ID } from "../domain/ids.ts";
import { type AnswerScope, answerScopeQueries, toAnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { AnswerHasEnded } from "../domain/conflicts.ts";
import { commit } from "../storage/d1/core/commit.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { isBeingWritten, restartStatements } from "../storage/d1/answers/answers.ts";
import type { AnsweredTurn } from "./answer-turn.ts";
import { loadStoredAnswer, type Question } from "./finalize-answer.ts";

/**
 * Loads the scope of a question. A retry also replaces the transformation of the previous attempt.
 * @returns the scope, or the stored answer if the interrupted attempt had finished
 */
export async function retryAnswer(
  db: Database,
  question: Question,
  now: Date,
  isFirst: boolean,
): Promise<{ readonly scope: AnswerScope } | AnsweredTurn> {
  const scopeQueries = answerScopeQueries(db, question.askerId, question.threadId, question.answerMessageId);
  if (isFirst) return { scope: toAnswerScope(await db.read(scopeQueries)) };
  const {
    operation,
    operationId,
    organizationId,
    threadId,
    transformationId,
    answerMessageId: messageId,
  } = question;
  try {
    const rows = await commit(
      { db, now, actorId: SERVICE_USER_ID, operation, operationId },
      {
        asserts: [{ name: "writing", holds: isBeingWritten(messageId, null) }],
        writes: restartStatements(db, { messageId, threadId, transformationId, at: now }),
        audit: { organizationId, targetId: messageId },
        returning: scopeQueries,
      },
    );
    return { scope: toAnswerScope(rows) };
  } catch (error) {
    if (error instanceof AnswerHasEnded) return await loadStoredAnswer(db, question);
    throw error;
  }
}
