import type { AnsweredTurn } from "../../answering/answer-turn.ts";
import { finalizeAnswer, loadStoredAnswer } from "../../answering/finalize-answer.ts";
import { AnswerHasEnded } from "../../domain/conflicts.ts";
import type { Turn } from "../queue/turn-store.ts";
import type { DatabaseOf } from "./query-timeout.ts";
import { questionOf } from "./question-of.ts";

interface Deps {
  readonly database: DatabaseOf;
  readonly now: () => number;
}

/** Stores the failure of a turn's last attempt as its answer, unless the answer has ended. */
export async function storeFailure({ database, now }: Deps, turn: Turn): Promise<AnsweredTurn> {
  const db = database(turn.author.key);
  const question = questionOf(turn);
  const content = `The service could not answer this question: ${turn.lastFailure || "each attempt was interrupted"}. Ask again to retry.`;
  const nothing = {
    textSuggestions: [],
    inputTokens: 0,
    outputTokens: 0,
    model: "",
    droppedSentences: 0,
    sentences: [],
    passedOver: [],
    citations: [],
  };
  const failed = {
    messageId: question.answerMessageId,
    threadId: turn.threadId,
    state: "failed" as const,
    content,
    ...nothing,
  };
  await finalizeAnswer(db, question, failed, { asserts: [], now: new Date(now()), byAnyAttempt: true }).catch(
    unlessEnded,
  );
  return await loadStoredAnswer(db, question);
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof AnswerHasEnded)) throw error;
}
