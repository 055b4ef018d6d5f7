import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import { deriveLead } from "../domain/proof/derive-lead.ts";
import { type Answerer, type OnDraft, type OnSpent, readToEnd, type WrittenAnswer } from "./answerers/answerer.ts";
import { extractiveAnswerer } from "./answerers/extractive/extractive-answerer.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { interpretationOf } from "./conversation/understand.ts";
import { replyAtOnce, writtenReply } from "./conversation/reply-at-once.ts";
import { composeOverview } from "./overviews/compose-overview.ts";
import type { FinishedAnswer, Question } from "./end-answer.ts";
import type { Found } from "./retrieval.ts";

/** "Summarize the quiet hours" asks for more than a question does. */
const QUOTES_PER_SUBJECT = 5;

/** An answer that is written, and what must hold when it is stored: that every one of `sources` is in scope, readable by its asker, and ready. */
export interface Draft {
  readonly answer: FinishedAnswer;
  readonly sources: readonly Source[];
}

/** Who writes, and who sees it. */
interface Writer {
  readonly answerer: Answerer;
  readonly onDraft: OnDraft;
  /** Whether others see it before it is stored, or a model is given what it is written from: then D1 is asked about that first. */
  readonly isShown: boolean;
}

/** Who writes, and for whom. */
export interface Writing extends Writer {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  readonly onSpent?: OnSpent | undefined;
}

/** Without a model. */
export const WITHOUT_MODEL: Writer = { answerer: extractiveAnswerer, onDraft: () => {}, isShown: false };

/**
 * @param isChecked whether D1 was asked about all of the passages: then only what is cited must still hold, and of what a model was given all of it
 */
export async function draftAnswer(
  question: Question,
  scope: AnswerScope,
  found: Found,
  isChecked: boolean,
  writing: Writing = { ...WITHOUT_MODEL, signal: new AbortController().signal },
): Promise<Draft> {
  const { question: asked, answerMessageId: messageId, threadId, transformationId } = question;
  const { worldKnowledge } = scope;
  const {
    quotes,
    suggestions,
    parts,
    model,
    droppedSentences = 0,
    passedOver = [],
    suggestedModels = [],
    spent,
    ...tokens
  } = await write(question, scope, found, writing);
  const answer: FinishedAnswer = {
    messageId,
    threadId,
    state: "done",
    content: parts.join(""),
    parts,
    textSuggestions: suggestions,
    inputTokens: tokens.inputTokens,
    outputTokens: tokens.outputTokens,
    model,
    droppedSentences,
    passedOver,
    suggestedModels,
    ...(spent === undefined ? {} : { spent }),
    transformationId,
    worldKnowledge,
    interpretedAs: interpretationOf(asked, found.topic),
    lead: model === EXTRACTIVE_MODEL ? deriveLead(asked, quotes[0]?.quote ?? "") : "",
    citations: citationsOf(quotes, found.passages),
    scope,
  };
  const told = found.overview?.documents.map(({ document }) => document) ?? [];
  return { answer, sources: distinctSources([...told, ...(isChecked && model === EXTRACTIVE_MODEL ? answer.citations : found.passages)]) };
}

async function write(
  { question, limits, sampling, model }: Question,
  { pendingAssets, conversation }: AnswerScope,
  found: Found,
  { answerer, onDraft, signal, onSpent }: Writing,
): Promise<WrittenAnswer> {
  const reply = replyAtOnce(question);
  if (reply !== null) return writtenReply(question, reply);
  const { overview, asked = question, ...rest } = found;
  const maxQuotes = asked === question ? {} : { maxQuotes: QUOTES_PER_SUBJECT };
  if (overview !== undefined) return composeOverview(overview, { question, limits, pendingAssets });
  const request = { question: asked, ...rest, ...maxQuotes, limits, sampling, model, conversation, pendingAssets, signal, onSpent };
  return await readToEnd(answerer.answer(request), onDraft);
}
