import { newId } from "../domain/ids.ts";
import type { Passage, SearchResult } from "../domain/retrieval.ts";
import type { SearchInput } from "../knowledge-index/api.ts";
import { type AnswerScope, areCitable, citableSources, type Source } from "../storage/d1/answer-scope.ts";
import { CommitConflict } from "../storage/d1/commit.ts";
import type { Database, Rows, Statement } from "../storage/d1/database.ts";
import { isActiveThread } from "../storage/d1/message-store.ts";
import { composeExtractiveAnswer, type ExtractiveAnswer } from "./compose-extractive-answer.ts";
import { adoptAnswer, endAnswer, type FinishedAnswer, type Question } from "./end-answer.ts";
import { countWords } from "./count-words.ts";

/** Enough that what remains after a check against D1 still fills the answerer's table. */
const PASSAGES_SOUGHT = 12;
/** How often an answer is composed again because sources were withdrawn while it was written. */
const MAX_COMPOSITIONS = 4;
export const EXTRACTIVE_MODEL = "extractive";
const THREAD_DELETED = "This thread was deleted before the answer was written.";

export interface AnswerContext<Q extends Record<string, Statement>> {
  readonly db: Database;
  readonly now: () => Date;
  readonly search: (input: SearchInput) => Promise<SearchResult>;
  /** Told at each step what is being done, for the failure that may come. */
  readonly onStep: (doing: string) => void;
  /** Read in the batch that ends the answer. */
  readonly reads: Q;
}

export interface AnsweredTurn<Q extends Record<string, Statement>> {
  readonly answer: FinishedAnswer;
  readonly rows: Rows<Q>;
}

/**
 * Answers a question from what its asker may read in the thread's scope: retrieve, check the passages against D1, compose, end the answer.
 * The batch that ends it asserts again that every cited text is still in scope, readable and ready; if not, it is composed without them.
 * Two D1 trips, one when nothing is found. An answer that D1 already holds is adopted.
 * @throws AnswerGone, AnswerSuperseded, and what the index and D1 throw
 */
export async function answerTurn<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  scope: AnswerScope,
): Promise<AnsweredTurn<Q>> {
  const found = await retrieve(ctx, question, scope);
  for (let composition = 1; composition <= MAX_COMPOSITIONS; composition += 1) {
    const { passages, confidence } = await keepCitable(ctx, question, found);
    ctx.onStep("writing the answer");
    const answer = finish(question, scope, passages, composeExtractiveAnswer({ question: question.question, passages, confidence }));
    const ended = await tryToEnd(ctx, question, answer);
    if (ended !== null) return ended;
  }
  throw new Error("the answer's sources were withdrawn each time it was composed");
}

async function retrieve<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  scope: AnswerScope,
): Promise<SearchResult> {
  if (scope.collectionIds.length === 0 && scope.assetIds.length === 0) return { passages: [], confidence: 0 };
  ctx.onStep("searching the documents");
  return ctx.search({ query: question.question, collectionIds: scope.collectionIds, assetIds: scope.assetIds, limit: PASSAGES_SOUGHT });
}

/** The index lags behind D1: what D1 does not confirm goes, and with it that passage's part in the confidence. */
async function keepCitable<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  found: SearchResult,
): Promise<SearchResult> {
  const best = found.passages[0];
  if (best === undefined) return found;
  ctx.onStep("checking the sources");
  const { citable } = await ctx.db.read({
    citable: citableSources(ctx.db, question.askerId, question.threadId, distinctSources(found.passages)),
  });
  const confirmed = new Set(citable.map(sourceKey));
  const passages = found.passages.filter((passage) => confirmed.has(sourceKey(passage)));
  const share = (passages[0]?.score ?? 0) / best.score;
  return { passages, confidence: found.confidence * Math.min(1, share) };
}

/** @returns null when sources were withdrawn in between: compose again */
async function tryToEnd<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  answer: FinishedAnswer,
): Promise<AnsweredTurn<Q> | null> {
  ctx.onStep("storing the answer");
  const { askerId, threadId } = question;
  const thread = { name: "thread", holds: isActiveThread(threadId) };
  const cited = distinctSources(answer.citations);
  const sources = cited.length === 0 ? [] : [{ name: "sources", holds: areCitable(askerId, threadId, cited) }];
  try {
    return { answer, rows: await endAnswer(ctx.db, question, answer, { asserts: [thread, ...sources], reads: ctx.reads, now: ctx.now() }) };
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    if (error.reason === "writing") return adoptAnswer(ctx.db, question, ctx.reads);
    if (error.reason === "thread") return cancel(ctx, question, answer);
    if (error.reason === "sources") return null;
    throw error;
  }
}

async function cancel<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  answer: FinishedAnswer,
): Promise<AnsweredTurn<Q>> {
  const ended: FinishedAnswer = {
    ...answer,
    state: "cancelled",
    content: THREAD_DELETED,
    parts: [THREAD_DELETED],
    citations: [],
    textSuggestions: [],
  };
  return { answer: ended, rows: await endAnswer(ctx.db, question, ended, { asserts: [], reads: ctx.reads, now: ctx.now() }) };
}

function finish(question: Question, scope: AnswerScope, passages: readonly Passage[], composed: ExtractiveAnswer): FinishedAnswer {
  const quotes = composed.kind === "answered" ? composed.quotes : [];
  const content = composed.parts.join("");
  return {
    messageId: question.answerMessageId,
    threadId: question.threadId,
    state: "done",
    content,
    parts: composed.parts,
    textSuggestions: composed.suggestions,
    inputTokens: countWords(question.question) + passages.reduce((sum, passage) => sum + countWords(passage.text), 0),
    outputTokens: countWords(content),
    model: EXTRACTIVE_MODEL,
    transformationId: question.transformationId,
    worldKnowledge: question.worldKnowledge,
    citations: quotes.map((quote) => ({ id: newId("cite"), ...quote })),
    scope,
  };
}

function sourceKey({ assetId, version }: Source): string {
  return `${assetId} ${version}`;
}

function distinctSources(all: readonly Source[]): Source[] {
  return [...new Map(all.map((source) => [sourceKey(source), source])).values()];
}
