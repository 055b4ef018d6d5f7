import { newId } from "../domain/ids.ts";
import type { SearchResult } from "../domain/retrieval.ts";
import type { SearchInput } from "../knowledge-index/api.ts";
import type { AnswerScope } from "../storage/d1/answer-scope.ts";
import { areCitable } from "../storage/d1/citable-sources.ts";
import { CommitConflict } from "../storage/d1/commit.ts";
import type { Database, Rows, Statement } from "../storage/d1/database.ts";
import { isActiveThread } from "../storage/d1/message-store.ts";
import { passagesRead } from "./answer-limits.ts";
import { composeExtractiveAnswer } from "./compose-extractive-answer.ts";
import { countWords } from "./count-words.ts";
import { adoptAnswer, endAnswer, type FinishedAnswer, type Question } from "./end-answer.ts";
import { distinctSources, Retrieval } from "./retrieval.ts";

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
 * Answers a question from what its asker may read in its scope: retrieve, check the passages against D1, compose, end the answer.
 * The batch that ends it asserts again that every cited text is still in scope, readable and ready; if not, it is composed without them.
 * Two D1 trips, one when nothing is found. An answer that D1 already holds is adopted.
 * @throws AnswerGone, AnswerSuperseded, and what the index and D1 throw
 */
export async function answerTurn<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  scope: AnswerScope,
): Promise<AnsweredTurn<Q>> {
  const retrieval = new Retrieval(ctx, question, scope);
  for (let composition = 1; composition <= MAX_COMPOSITIONS; composition += 1) {
    const found = await retrieval.findCitable();
    ctx.onStep("writing the answer");
    const ended = await tryToEnd(ctx, question, finish(question, scope, found));
    if (ended !== null) return ended;
  }
  throw new Error("the answer's sources were withdrawn each time it was composed");
}

/** @returns null when sources were withdrawn in between: compose again */
async function tryToEnd<Q extends Record<string, Statement>>(
  ctx: AnswerContext<Q>,
  question: Question,
  answer: FinishedAnswer,
): Promise<AnsweredTurn<Q> | null> {
  ctx.onStep("storing the answer");
  const thread = { name: "thread", holds: isActiveThread(question.threadId) };
  const cited = distinctSources(answer.citations);
  const sources = cited.length === 0 ? [] : [{ name: "sources", holds: areCitable(question, cited) }];
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

function finish(question: Question, scope: AnswerScope, { passages, confidence }: SearchResult): FinishedAnswer {
  const { question: asked, limits } = question;
  const composed = composeExtractiveAnswer({ question: asked, passages, confidence, limits });
  const quotes = composed.kind === "answered" ? composed.quotes : [];
  const content = composed.parts.join("");
  const read = passagesRead(asked, passages, limits);
  return {
    messageId: question.answerMessageId,
    threadId: question.threadId,
    state: "done",
    content,
    parts: composed.parts,
    textSuggestions: composed.suggestions,
    inputTokens: countWords(asked) + read.reduce((sum, passage) => sum + countWords(passage.text), 0),
    outputTokens: countWords(content),
    model: EXTRACTIVE_MODEL,
    transformationId: question.transformationId,
    worldKnowledge: scope.worldKnowledge,
    citations: quotes.map((quote) => ({ id: newId("cite"), ...quote })),
    scope,
  };
}
