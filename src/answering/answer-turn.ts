import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { startForAnswer, startsOf } from "../storage/d1/assets/deferred-assets.ts";
import { AnswerHasEnded, SourcesHaveChanged, ThreadIsClosed } from "../domain/conflicts.ts";
import type { Reader } from "../models/reader.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";
import { isActiveThread } from "../storage/d1/threads/messages.ts";
import { assertSources } from "./citations.ts";
import { NOTHING_WRITTEN } from "./answerer.ts";
import { type Draft, draftAnswer, type Writing, WITHOUT_MODEL } from "./draft-answer.ts";
import { finalizeAnswer, type FinishedAnswer, loadStoredAnswer, type Question } from "./finalize-answer.ts";
import type { SearchModel } from "./conversation/question-rewriter.ts";
import type { IndexReader } from "./question-search.ts";
import { Retrieval } from "./retrieval.ts";

/**
 * Maximum number of attempts to compose an answer. An attempt fails if a source is withdrawn before the
 * answer is stored.
 */
const MAX_COMPOSITIONS = 4;
/**
 * Maximum number of attempts that call a language model, because each call costs money. Later attempts are
 * extractive.
 */
const MAX_MODEL_COMPOSITIONS = 2;
const THREAD_DELETED = "This thread was deleted before the answer was written.";

export interface AnswerContext {
  readonly db: Database;
  readonly now: () => Date;
  readonly index: IndexReader;
  /** Null if no reader runs. */
  readonly reader: Reader | null;
  /** Called with the name of each step, so that an error can name the failed step. */
  readonly onStep: (doing: string) => void;
  readonly writing: Writing;
  /** Language model that rewrites the question for the search. Default: none. */
  readonly searchModel?: SearchModel | undefined;
}

export interface AnsweredTurn {
  readonly answer: FinishedAnswer;
  /** Time of the answer's end, as D1 stores it. */
  readonly endedAt: Date;
  /** Outbox entries to deliver now. They start the processing of unprocessed documents in scope. */
  readonly starts: readonly OutboxEntry[];
}

/**
 * Answers a question from the documents that its author may read: retrieves passages, composes an answer and
 * finalizes it. The final batch asserts that each source is in scope, readable and ready, because the index
 * lags behind D1. If an assertion fails, the next attempt checks the retrieved passages against D1 first. The
 * normal case takes one D1 round trip. Each attempt that fails on a withdrawn source takes two more. If D1
 * already holds the answer, returns it unchanged.
 * @throws AnswerNotFound, AnswerSuperseded, and errors of the index and D1
 */
export async function answerTurn(
  ctx: AnswerContext,
  question: Question,
  scope: AnswerScope,
): Promise<AnsweredTurn> {
  const retrieval = new Retrieval({ ...ctx, isForModel: ctx.writing.isShown }, question, scope);
  for (let composition = 1; composition <= MAX_COMPOSITIONS; composition += 1) {
    const checks = composition > 1 || ctx.writing.isShown;
    const found = await retrieval.find(checks);
    ctx.onStep("writing the answer");
    // Clears the drafts of the previous attempt.
    if (composition > 1) ctx.writing.onDraft(() => NOTHING_WRITTEN);
    const writing = composition > MAX_MODEL_COMPOSITIONS ? { ...ctx.writing, ...WITHOUT_MODEL } : ctx.writing;
    const ended = await tryToFinalize(
      ctx,
      question,
      await draftAnswer(question, scope, found, checks, writing),
    );
    if (ended !== null) return ended;
  }
  throw new Error("the answer's sources were withdrawn each time it was composed");
}

/** Returns null if sources were withdrawn. The caller then tries again. */
async function tryToFinalize(
  ctx: AnswerContext,
  question: Question,
  { answer, sources: relied }: Draft,
): Promise<AnsweredTurn | null> {
  ctx.onStep("storing the answer");
  const thread = { name: "thread" as const, holds: isActiveThread(question.threadId) };
  const now = ctx.now();
  const waiting = startForAnswer(ctx.db, question, answer.scope, now);
  try {
    const rows = await finalizeAnswer(ctx.db, question, answer, {
      asserts: [thread, ...assertSources(question, relied)],
      writes: waiting.statements,
      returning: waiting.reads,
      now,
    });
    return { answer, endedAt: now, starts: startsOf(rows) };
  } catch (error) {
    if (error instanceof AnswerHasEnded) return await loadStoredAnswer(ctx.db, question);
    if (error instanceof ThreadIsClosed) return cancel(ctx, question, answer);
    if (error instanceof SourcesHaveChanged) return null;
    throw error;
  }
}

async function cancel(ctx: AnswerContext, question: Question, answer: FinishedAnswer): Promise<AnsweredTurn> {
  const ended: FinishedAnswer = {
    ...answer,
    state: "cancelled",
    content: THREAD_DELETED,
    parts: [THREAD_DELETED],
    citations: [],
    textSuggestions: [],
    droppedSentences: 0,
    sentences: [],
    passedOver: [],
    suggestedModels: [],
  };
  const now = ctx.now();
  await finalizeAnswer(ctx.db, question, ended, { asserts: [], now });
  return { answer: ended, endedAt: now, starts: [] };
}
