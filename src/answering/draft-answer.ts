import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import { deriveLead } from "../domain/verification/derive-lead.ts";
import { type Answerer, type OnDraft, type OnUsage, collectAnswer, type WrittenAnswer } from "./answerer.ts";
import { extractiveAnswerer } from "./extraction/extractive-answerer.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { interpretationOf } from "./conversation/rewrite-query.ts";
import { smallTalkAnswer, smallTalkReply } from "./conversation/small-talk.ts";
import { composeOverview } from "./overviews/compose-overview.ts";
import type { FinishedAnswer, Question } from "./finalize-answer.ts";
import type { Retrieved } from "./retrieval.ts";

/**
 * A composed answer with its sources. Each source must still be in scope, readable and ready when the answer
 * is stored.
 */
export interface Draft {
  readonly answer: FinishedAnswer;
  readonly sources: readonly Source[];
}

/** An answerer with the function that receives its drafts. */
interface Writer {
  readonly answerer: Answerer;
  readonly onDraft: OnDraft;
  /**
   * True if clients see drafts, or if a model receives the passages. D1 must check the passages before the
   * answerer runs.
   */
  readonly isShown: boolean;
}

/** An answerer with its abort signal and usage callback. */
export interface Writing extends Writer {
  /** Aborts as soon as no client waits for the answer. */
  readonly signal: AbortSignal;
  readonly onUsage?: OnUsage | undefined;
}

export const WITHOUT_MODEL: Writer = { answerer: extractiveAnswerer, onDraft: () => {}, isShown: false };

/**
 * @param isChecked true if D1 confirmed all passages. The sources of an extractive answer are then its
 * citations only. The sources of a model's answer are always all passages.
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
    sources: distinctSources([
      ...overviewDocuments,
      ...(isChecked && model === EXTRACTIVE_MODEL ? answer.citations : found.passages),
    ]),
  };
}

async function write(
  { question, limits, sampling, model }: Question,
  { pendingAssets, conversation }: AnswerScope,
  found: Retrieved,
  { answerer, onDraft, signal, onUsage }: Writing,
): Promise<WrittenAnswer> {
  const reply = smallTalkReply(question);
  if (reply !== null) return smallTalkAnswer(question, reply);
  const { overview, ...rest } = found;
  if (overview !== undefined) return composeOverview(overview, { question, limits, pendingAssets });
  const request = {
    question,
    ...rest,
    limits,
    sampling,
    model,
    conversation,
    pendingAssets,
    signal,
    onUsage,
  };
  return await collectAnswer(answerer.answer(request), onDraft);
}
