import { NO_LIMITS } from "../../../src/answering/answer-limits.ts";
import { draftAnswer } from "../../../src/answering/draft-answer.ts";
import type { Question } from "../../../src/answering/finalize-answer.ts";
import type { IndexReader } from "../../../src/answering/question-search.ts";
import { type Retrieved, Retrieval } from "../../../src/answering/retrieval.ts";
import type { AnswerScope } from "../../../src/storage/d1/answers/answer-scope.ts";
import type { PastTurn } from "../../../src/storage/d1/answers/conversation.ts";
import type { Database } from "../../../src/storage/d1/core/database.ts";
import { sampling } from "../../../src/domain/events.ts";
import { newId } from "../../../src/domain/ids.ts";
import type { Conversation } from "../data/conversation.ts";
import type { SourceDocument } from "../data/data-set.ts";
import type { AskedTurn } from "../measure/ask-questions.ts";
import type { Reply } from "../service/asker.ts";
import { gradeTurn } from "../measure/grade-turn.ts";
import type { OfflineIndex } from "./offline-index.ts";

/** The number of turns, and of characters of each, that the service keeps. */
const [TURNS, CHARS] = [3, 400];

/**
 * Runs a conversation over all documents with the service's retrieval and answer code, including follow-ups
 * and overviews.
 */
export async function holdConversation(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  { id, turns }: Conversation,
): Promise<AskedTurn[]> {
  const asked: AskedTurn[] = [];
  const past: PastTurn[] = [];
  for (const turn of turns) {
    const reply = await askInProcess(index, documents, turn.question, past.slice(-TURNS));
    asked.push({
      conversation: id,
      kind: turn.kind,
      question: turn.question,
      reply,
      isRight: gradeTurn(turn, reply),
    });
    past.push({
      question: turn.question.slice(0, CHARS),
      quote: (reply.quotes[0]?.text ?? "").slice(0, CHARS),
      answer: "",
    });
  }
  return asked;
}

/** Answers a question over all documents as the service does without a model. */
export async function askInProcess(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  prompt: string,
  past: readonly PastTurn[] = [],
): Promise<Reply> {
  const startedAt = performance.now();
  const { question, scope, found } = await retrieveInProcess(index, documents, prompt, past);
  const { answer } = await draftAnswer(question, scope, found, false);
  const cited = answer.sentences.length === 0 ? [] : answer.citations;
  const quotes = cited.map(({ assetId, quote }) => ({
    document: assetId,
    text: quote,
    isExact: true,
  }));
  return { text: answer.content, quotes, ms: performance.now() - startedAt };
}

/** The input of an answerer: a question with its scope and the retrieved passages. */
export interface RetrievedQuestion {
  readonly question: Question;
  readonly scope: AnswerScope;
  readonly found: Retrieved;
}

/** Retrieves the passages of a question over all documents as the service does. */
export async function retrieveInProcess(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  prompt: string,
  past: readonly PastTurn[],
): Promise<RetrievedQuestion> {
  const scope = scopeOf(index, documents, past);
  const question = questionOf(prompt);
  const db = databaseOf(index, documents);
  const found = await new Retrieval(
    { db, index: readerOf(index), reader: index.models.reader, onStep: () => {} },
    question,
    scope,
  ).find(false);
  return { question, scope, found };
}

/** A stub of the database that counts, and that returns the documents in scope. */
function databaseOf(index: OfflineIndex, documents: readonly SourceDocument[]): Database {
  const rows = index.scopeOf(documents).newest.map(({ assetId, version, displayName, createdAt }) => {
    return {
      id: assetId,
      version,
      name: displayName,
      made: createdAt,
      state: "ready",
      mentioned: 0,
      held: 0,
      twice: 0,
    };
  });
  const read = async (): Promise<object> => await Promise.resolve({ documents: rows });
  return { meter: { trips: 0, rowsRead: 0 }, build: { all: () => null }, read } as unknown as Database;
}

const readerOf = (index: OfflineIndex): IndexReader => ({
  embedder: index.models.embedder,
  search: async ({ query, limit, collectionIds, assetIds }) => ({
    ...(await index.search(query, limit, { collectionIds, assetIds })),
    cost: { trips: 0, rowsRead: 0 },
  }),
  readLeadPassages: async (input) => await Promise.resolve(index.readLeadPassages(input)),
});

function scopeOf(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  conversation: readonly PastTurn[],
): AnswerScope {
  const { collectionIds } = index.scopeOf(documents);
  return {
    collectionIds,
    assetIds: [],
    removedAssetIds: [],
    removedCollectionIds: [],
    roots: collectionIds,
    named: { collectionIds, assetIds: [] },
    mentioned: { collectionIds: [], assetIds: [] },
    pendingAssets: 0,
    waitingAssetIds: [],
    threadLabel: "",
    conversation,
    worldKnowledge: false,
  };
}

function questionOf(question: string): Question {
  return {
    threadId: newId("thread"),
    organizationId: newId("org"),
    askerId: newId("user"),
    question,
    answerMessageId: newId("msg"),
    transformationId: "",
    limits: NO_LIMITS,
    sampling: sampling.parse({}),
    model: "",
    verification: "",
    operation: "postMessage",
    operationId: "",
  };
}
