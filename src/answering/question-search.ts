import type { PassedOver } from "../domain/model-choice.ts";
import type { Passage, SearchResult } from "../domain/retrieval.ts";
import { type ModelUsage, UNSPENT } from "../domain/usage.ts";
import type { ReadLeadPassagesInput, SearchAnswer, SearchInput } from "../knowledge-index/api.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Reader } from "../models/reader.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { readScopeDocuments } from "../storage/d1/answers/scope-documents.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { isContentsPage } from "../text/is-contents-page.ts";
import { mergeReadings } from "./conversation/merge-readings.ts";
import { QuestionRewriter, type ScopeSample, type SearchModel } from "./conversation/question-rewriter.ts";
import {
  bestPassages,
  blendPassages,
  WEIGHT_OF_FRAGMENT,
  WEIGHT_OF_QUERIES,
  rewriteQuery,
  type RewrittenQuery,
} from "./conversation/rewrite-query.ts";
import type { WrittenQueries } from "./conversation/write-queries.ts";
import type { Question } from "./finalize-answer.ts";
import { readPassages, type ReadWindow } from "./read-passages.ts";

/** Number of passages that the reader reads for a follow-up, alone and with its context. */
const READ_TWICE = 3;
/** Number of passages whose language stands for a document. */
const SAMPLED_PASSAGES = 2;

/** Queries that the answering code sends to an organization's index. */
export interface IndexReader {
  /** Embedder that recognizes requests for an overview. Null compares their spelling. */
  readonly embedder: Embedder | null;
  search(input: SearchInput): Promise<SearchAnswer>;
  readLeadPassages(input: ReadLeadPassagesInput): Promise<readonly Passage[]>;
}

export interface SearchContext {
  readonly db: Database;
  readonly index: IndexReader;
  readonly reader: Reader | null;
  /** Time for one reading, in milliseconds. Default: several seconds. */
  readonly readTimeoutMs?: number;
  /** Language model that rewrites the question. Default: none. */
  readonly searchModel?: SearchModel | undefined;
  /** Called with the name of each step, so that an error can name the failed step. */
  readonly onStep: (doing: string) => void;
}

export type IndexScope = Pick<AnswerScope, "collectionIds" | "assetIds">;

/** Passages for a question, best first. */
export interface SearchedQuestion extends Pick<SearchResult, "passages" | "coverage"> {
  /** The parts of the passages that the reader read, the most probable answer first. */
  readonly windows?: readonly ReadWindow[];
  /** The reader, if it was to read the passages and read none. */
  readonly passedOver?: readonly PassedOver[];
  /** Context from the conversation. Empty for a question without context. */
  readonly topic: string;
  /** The rewritten question to show to the user. Default: the context and the question. */
  readonly interpretedAs?: string;
}

/** Searches the index for a question: as it is, and with the context from the conversation. */
export class QuestionSearch {
  readonly #ctx: SearchContext;
  readonly #question: Question;
  readonly #scope: AnswerScope;
  readonly #rewritten: RewrittenQuery;
  readonly #rewriter: QuestionRewriter | null;

  constructor(ctx: SearchContext, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#scope = scope;
    this.#rewritten = rewriteQuery(question.question, scope.conversation);
    const input = {
      question: question.question,
      conversation: scope.conversation,
      readSample: async () => await this.#readSample(),
    };
    this.#rewriter = ctx.searchModel === undefined ? null : new QuestionRewriter(ctx.searchModel, input);
  }

  /** Usage of the language model that wrote the queries. */
  get spent(): ModelUsage {
    return this.#rewriter?.spent ?? UNSPENT;
  }

  /** Searches with the queries of a language model. Without them, the form of the question decides. */
  async find(searchScope: IndexScope, limit: number): Promise<SearchedQuestion> {
    const { question } = this.#question;
    const searched = this.searchIndex(question, searchScope, limit);
    const [alone, written] = await Promise.all([searched, this.#rewriter?.rewrite(searched) ?? null]);
    return written === null
      ? await this.#searchByRules(alone, searchScope, limit)
      : await this.#searchWritten(alone, written, searchScope, limit);
  }

  async #searchWritten(
    alone: SearchResult,
    written: WrittenQueries,
    searchScope: IndexScope,
    limit: number,
  ): Promise<SearchedQuestion> {
    const { question } = this.#question;
    const queries = written.queries.filter((query) => query !== question);
    const found = await Promise.all(
      queries.map(async (query) => await this.searchIndex(query, searchScope, limit)),
    );
    const weight = Math.max(this.#rewritten.weight, WEIGHT_OF_QUERIES);
    const best = bestPassages(found.map(({ passages }) => passages));
    const passages =
      queries.length === 0 ? alone.passages : blendPassages(alone.passages, best, weight).slice(0, limit);
    this.#ctx.onStep("reading the passages");
    const readings = await readPassages(
      this.#ctx.reader,
      written.question,
      passages,
      this.#ctx.readTimeoutMs,
    );
    const topic = written.question === question ? "" : written.question;
    const coverage = Math.max(...[alone, ...found].map((each) => each.coverage));
    return { passages, coverage, ...readings, topic, interpretedAs: topic || queries.join("; ") };
  }

  /** Searches a short question alone and with the context from the conversation, and merges the results. */
  async #searchByRules(
    alone: SearchResult,
    searchScope: IndexScope,
    limit: number,
  ): Promise<SearchedQuestion> {
    const { reader, onStep } = this.#ctx;
    const { question } = this.#question;
    const { topic, query, weight } = this.#rewritten;
    // A short question whose words stand in no passage is about another subject, and lacks nothing.
    if (topic === "" || (weight < WEIGHT_OF_FRAGMENT && alone.coverage === 0)) {
      onStep("reading the passages");
      const readings = await readPassages(reader, question, alone.passages, this.#ctx.readTimeoutMs);
      return { ...alone, ...readings, topic: "" };
    }
    const withContext = await this.searchIndex(query, searchScope, limit);
    const passages = blendPassages(alone.passages, withContext.passages, weight).slice(0, limit);
    onStep("reading the passages");
    const best = passages.slice(0, READ_TWICE);
    const read = await readPassages(reader, question, best, this.#ctx.readTimeoutMs);
    const readAgain = await readPassages(reader, query, best, this.#ctx.readTimeoutMs);
    const windows = mergeReadings(read.windows, readAgain.windows);
    return { ...withContext, passages, windows, passedOver: read.passedOver, topic };
  }

  /** Reads the newest documents in scope and the first passages of each. */
  async #readSample(): Promise<ScopeSample> {
    const { db, index } = this.#ctx;
    const { newest: documents } = await readScopeDocuments(db, this.#question);
    const assetIds = documents.map(({ assetId }) => assetId);
    const passages =
      assetIds.length === 0 ? [] : await index.readLeadPassages({ assetIds, passages: SAMPLED_PASSAGES });
    return { documents, passages };
  }

  /** Searches the index with a query. */
  async searchIndex(
    query: string,
    { collectionIds, assetIds }: IndexScope,
    limit: number,
  ): Promise<SearchResult> {
    const { onStep, index, db } = this.#ctx;
    onStep("searching the documents");
    const { removedAssetIds: excludedAssetIds, removedCollectionIds: excludedCollectionIds } = this.#scope;
    const { cost, ...found } = await index.search({
      query,
      collectionIds,
      excludedCollectionIds,
      assetIds,
      excludedAssetIds,
      limit,
    });
    db.meter.trips += cost.trips;
    db.meter.rowsRead += cost.rowsRead;
    // The titles in a table of contents contain the words of many questions, and answer none.
    const isContents = found.passages.map(({ text }) => isContentsPage(text));
    const texts = found.passages.filter((_, at) => isContents[at] === false);
    const contents = found.passages.filter((_, at) => isContents[at] === true);
    return { ...found, passages: [...texts, ...contents] };
  }
}
