import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import { sumOfUsage, UNSPENT } from "../domain/usage.ts";
import {
  type Answerer,
  collectAnswer,
  type DraftText,
  type OnDraft,
  type OnUsage,
  type WrittenAnswer,
} from "./answerer.ts";
import { offlineAnswerer } from "./offline-answerer.ts";
import { quotedSentences } from "./extraction/quoted-sentences.ts";
import { citationsOf, distinctSources } from "./citations.ts";
import { modelCounts } from "./model-counts.ts";
import type { NotesJob } from "./notes-job.ts";
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

/** The answer that stays if a user stops the writer now. Null: nothing is proven yet. */
export type ProvenDraft = () => Draft | null;

/** An answerer with the function that receives its drafts. */
interface Writer {
  readonly answerer: Answerer;
  readonly onDraft: (read: () => DraftText, proven?: ProvenDraft) => void;
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
  readonly notesJob?: NotesJob | undefined;
}

export const WITHOUT_MODEL: Writer = { answerer: offlineAnswerer, onDraft: () => {}, isShown: false };

/**
 * @param isChecked true if D1 confirmed all passages. The sources of an extractive answer are then its
 * citations only.
 */
export async function draftAnswer(
  question: Question,
  scope: AnswerScope,
  found: Retrieved,
  isChecked: boolean,
  writing: Writing = { ...WITHOUT_MODEL, signal: new AbortController().signal },
): Promise<Draft> {
  const onDraft: OnDraft = (read, proven) =>
    writing.onDraft(read, () => {
      const written = proven?.() ?? null;
      return written && draftOf(question, scope, found, { written, isChecked });
    });
  const written = withSearchUsage(await write(question, scope, found, { ...writing, onDraft }), found);
  return draftOf(question, scope, found, { written, isChecked });
}

function draftOf(
  question: Question,
  scope: AnswerScope,
  found: Retrieved,
  { written, isChecked }: { readonly written: WrittenAnswer; readonly isChecked: boolean },
): Draft {
  const { question: asked, answerMessageId: messageId, threadId, transformationId } = question;
  const { worldKnowledge } = scope;
  const {
    quotes,
    suggestions,
    parts,
    model,
    droppedSentences = 0,
    sentences,
    passedOver = [],
    suggestedModels = [],
    spent,
    ...tokens
  } = written;
  const content = parts.join("");
  const answer: FinishedAnswer = {
    messageId,
    threadId,
    state: "done",
    content,
    parts,
    textSuggestions: suggestions,
    inputTokens: tokens.inputTokens,
    outputTokens: tokens.outputTokens,
    model,
    droppedSentences,
    sentences: sentences ?? quotedSentences(content, quotes),
    passedOver: model === EXTRACTIVE_MODEL ? [...(found.passedOver ?? []), ...passedOver] : passedOver,
    suggestedModels,
    ...(spent === undefined ? {} : { spent, counts: modelCounts(written) }),
    transformationId,
    stoppedBy: null,
    worldKnowledge,
    interpretedAs: found.interpretedAs ?? interpretationOf(asked, found.topic),
    citations: citationsOf(quotes, found.passages),
    scope,
  };
  return { answer, sources: sourcesOf(answer, found, { isChecked, sent: written.sent ?? [] }) };
}

/**
 * The sources of an answer. Words that a model received may be in its text without a citation, so they are
 * sources too. Found passages that no model received shaped nothing, and a change of them need not void the
 * answer.
 */
function sourcesOf(
  { model, citations }: FinishedAnswer,
  found: Retrieved,
  { isChecked, sent }: { readonly isChecked: boolean; readonly sent: readonly Source[] },
): Source[] {
  if (model !== EXTRACTIVE_MODEL) return distinctSources([...citations, ...sent, ...(found.sent ?? [])]);
  const listed = found.overview?.documents.map(({ document }) => document) ?? [];
  return distinctSources([...listed, ...(isChecked ? citations : found.passages)]);
}

/** Adds the usage of the language model that helped the search. */
function withSearchUsage(written: WrittenAnswer, { spent = UNSPENT }: Retrieved): WrittenAnswer {
  if (spent === UNSPENT) return written;
  return {
    ...written,
    inputTokens: written.inputTokens + spent.inputTokens,
    outputTokens: written.outputTokens + spent.outputTokens,
    spent: sumOfUsage(written.spent ?? UNSPENT, spent),
  };
}

async function write(
  { question, limits, sampling, model }: Question,
  { pendingAssets, conversation }: AnswerScope,
  found: Retrieved,
  { answerer, onDraft, signal, onUsage, notesJob }: Omit<Writing, "onDraft"> & { readonly onDraft: OnDraft },
): Promise<WrittenAnswer> {
  const reply = smallTalkReply(question);
  if (reply !== null) return smallTalkAnswer(question, reply);
  // A value that was computed from table rows needs no model.
  if (found.overview?.found !== undefined)
    return composeOverview(found.overview, { question, limits, pendingAssets });
  const request = {
    question,
    ...found,
    limits,
    sampling,
    model,
    conversation,
    pendingAssets,
    signal,
    onUsage,
    notesJob,
  };
  return await collectAnswer(answerer.answer(request), onDraft);
}
