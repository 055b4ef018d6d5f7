import type { Question } from "../../answering/finalize-answer.ts";
import type { Turn } from "../queue/turn-store.ts";

/**
 * The turn's question.
 * @throws Error for a turn that gets no answer
 */
export function questionOf(turn: Turn): Question {
  if (turn.answerMessageId === null) throw new Error("only a prompt has an answer");
  const {
    threadId,
    organizationId,
    content,
    answerMessageId,
    transformationId,
    operation,
    operationId,
    extras,
  } = turn;
  return {
    threadId,
    organizationId,
    askerId: turn.author.userId,
    question: content,
    answerMessageId,
    transformationId,
    sampling: extras,
    model: extras.model,
    verification: extras.verification,
    limits: { contextTokens: extras.context_window, maxTokens: extras.max_tokens, stop: extras.stop },
    operation,
    operationId,
  };
}
