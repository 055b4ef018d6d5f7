import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { type Answerer, readToEnd } from "./answerers/answerer.ts";
import { extractiveAnswerer } from "./answerers/extractive/extractive-answerer.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { interpretationOf } from "./conversation/understand.ts";
import { replyAtOnce, writtenReply } from "./conversation/reply-at-once.ts";
import type { FinishedAnswer, Question } from "./end-answer.ts";
import type { Found } from "./retrieval.ts";

/** An answer that is written, and what must hold when it is stored: that every one of `sources` is in scope, readable by its asker, and ready. */
export interface Draft {
  readonly answer: FinishedAnswer;
  readonly sources: readonly Source[];
}

/** @param isChecked whether D1 was asked about all of the passages: then only what is cited must still hold */
export async function draftAnswer(
  question: Question,
  scope: AnswerScope,
  found: Found,
  isChecked: boolean,
  answerer: Answerer = extractiveAnswerer,
): Promise<Draft> {
  const { question: asked, limits, answerMessageId: messageId, threadId, transformationId } = question;
  const { pendingAssets, worldKnowledge } = scope;
  const reply = replyAtOnce(asked);
  const { quotes, suggestions, parts, ...tokens } =
    reply === null ? await readToEnd(answerer.answer({ question: asked, ...found, limits, pendingAssets })) : writtenReply(asked, reply);
  const answer: FinishedAnswer = {
    messageId,
    threadId,
    state: "done",
    content: parts.join(""),
    parts,
    textSuggestions: suggestions,
    inputTokens: tokens.inputTokens,
    outputTokens: tokens.outputTokens,
    model: answerer.model,
    transformationId,
    worldKnowledge,
    interpretedAs: interpretationOf(asked, found.topic),
    citations: citationsOf(quotes, found.passages),
    scope,
  };
  return { answer, sources: distinctSources(isChecked ? answer.citations : found.passages) };
}
