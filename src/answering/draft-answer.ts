import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import { deriveLead } from "../domain/verification/derive-lead.ts";
import { type Answerer, type OnDraft, type OnUsage, collectAnswer, type WrittenAnswer } from "./answerer.ts";
import { extractiveAnswerer } from "./extraction/extractive-answerer.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { interpretationOf } from "./conversation/rewrite-query.ts";
import { cannedReply, cannedAnswer } from "./conversation/canned-reply.ts";
import { composeOverview } from "./overviews/compose-overview.ts";
import type { FinishedAnswer, Question } from "./finalize-answer.ts";
import type { Retrieved } from "./retrieval.ts";

/** Quotes for a request such as "Summarize the quiet hours", which wants more than a question. */
const QUOTES_PER_SUBJECT = 5;

/** A composed answer and the sources that must still be in scope, readable and ready when it is stored. */
export interface Draft {
  readonly answer: FinishedAnswer;
  readonly sources: readonly Source[];
}

/** The answerer and its audience. */
interface Writer {
  readonly answerer: Answerer;
  readonly onDraft: OnDraft;
  /**
   * True when clients see drafts, or when a model receives the passages. D1 then checks the passages first.
   */
  readonly isShown: boolean;
}

/** The answerer with its abort signal and usage callback. */
export interface Writing extends Writer {
  /** Aborts when no client needs the answer any more. */
  readonly signal: AbortSignal;
  readonly onUsage?: OnUsage | undefined;
}

export const WITHOUT_MODEL: Writer = { answerer: extractiveAnswerer, onDraft: () => {}, isShown: false };

/**
 * @param isChecked true when D1 confirmed all passages. An extractive answer then depends on its citations
 * only; an answer of a model depends on all passages.
 */
export async function draftAnswer(
  question: Question,
  scope: AnswerScope,
  found: Retrieved,
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
  const overviewDocuments = found.overview?.documents.map(({ document }) => document) ?? [];
  return {
    answer,
    sources: distinctSources([...overviewDocuments, ...(isChecked && model === EXTRACTIVE_MODEL ? answer.citations : found.passages)]),
  };
}

async function write(
  { question, limits, sampling, model }: Question,
  { pendingAssets, conversation }: AnswerScope,
  found: Retrieved,
  { answerer, onDraft, signal, onUsage }: Writing,
): Promise<WrittenAnswer> {
  const reply = cannedReply(question);
  if (reply !== null) return cannedAnswer(question, reply);
  const { overview, subject = question, ...rest } = found;
  const maxQuotes = subject === question ? {} : { maxQuotes: QUOTES_PER_SUBJECT };
  if (overview !== undefined) return composeOverview(overview, { question, limits, pendingAssets });
  const request = { question: subject, ...rest, ...maxQuotes, limits, sampling, model, conversation, pendingAssets, signal, onUsage };
  return await collectAnswer(answerer.answer(request), onDraft);
}
