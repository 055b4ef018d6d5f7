import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { type Answerer, readToEnd, type WrittenAnswer } from "./answerers/answerer.ts";
import { extractiveAnswerer } from "./answerers/extractive/extractive-answerer.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { interpretationOf } from "./conversation/understand.ts";
import { replyAtOnce, writtenReply } from "./conversation/reply-at-once.ts";
import { composeOverview } from "./overviews/compose-overview.ts";
import type { FinishedAnswer, Question } from "./end-answer.ts";
import type { Found } from "./retrieval.ts";

/** "Summarize the quiet hours" asks for more than a question does. */
const QUOTES_OF_A_SUBJECT = 5;

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
  const { question: asked, answerMessageId: messageId, threadId, transformationId } = question;
  const { worldKnowledge } = scope;
  const { quotes, suggestions, parts, ...tokens } = await write(question, scope, found, answerer);
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
  const told = found.overview?.documents.map(({ document }) => document) ?? [];
  return { answer, sources: distinctSources([...told, ...(isChecked ? answer.citations : found.passages)]) };
}

async function write(
  { question, limits }: Question,
  { pendingAssets }: AnswerScope,
  found: Found,
  answerer: Answerer,
): Promise<WrittenAnswer> {
  const reply = replyAtOnce(question);
  if (reply !== null) return writtenReply(question, reply);
  const { overview, asked = question, ...rest } = found;
  const maxQuotes = asked === question ? {} : { maxQuotes: QUOTES_OF_A_SUBJECT };
  if (overview !== undefined) return composeOverview(overview, { question, limits, pendingAssets });
  return await readToEnd(answerer.answer({ question: asked, ...rest, ...maxQuotes, limits, pendingAssets }));
}
