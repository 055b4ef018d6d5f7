import type { Passage, SearchResult } from "../domain/retrieval.ts";
import type { ReadLeadPassagesInput, SearchAnswer, SearchInput } from "../knowledge-index/api.ts";
import type { Reader } from "../models/reader.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { citableSources } from "../storage/d1/answers/citable-sources.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { ScopeDocuments } from "../storage/d1/answers/scope-documents.ts";
import { parseOverviewRequest } from "../text/overviews/overview-request.ts";
import { distinctSources, sourceKey } from "./citations.ts";
import type { Question } from "./finalize-answer.ts";
import { answerConfidence, isAnswered, readPassages, type ReadWindow } from "./read-passages.ts";
import { isStopWord, termsOf } from "../text/terms.ts";
import { parseTableQuestion } from "./tables/table-question.ts";
import { type SelectedRows, selectRows } from "./tables/select-rows.ts";
import { parseTables } from "./tables/parse-tables.ts";
import { distinctDocuments } from "./overviews/overview-sources.ts";
import { collectOverview } from "./overviews/collect-overview.ts";
import type { OverviewInput, ReadDocument } from "./overviews/overview-input.ts";
import { cannedReply } from "./conversation/canned-reply.ts";
import { interpretationOf, rewriteQuery, type RewrittenQuery } from "./conversation/rewrite-query.ts";

/**
 * Maximum number of passages to retrieve. The answerer reads fewer, because the check against D1 may drop
 * some.
 */
const MAX_PASSAGES = 12;
/** Maximum number of passages of the second search, after D1 dropped some passages of the first. */
const MAX_PASSAGES_RETRY = 60;
/** Number of documents whose tables are read, and the maximum number of passages of each. */
const [TABLED_DOCUMENTS, PASSAGES_OF_TABLES] = [3, 128];
const NOTHING_RETRIEVED: Retrieved = { passages: [], coverage: 0, topic: "" };

export interface Retrieved extends Pick<SearchResult, "passages" | "coverage"> {
  /** The parts of the passages that the reader read, the most probable answer first. */
  readonly windows?: readonly ReadWindow[];
  /** Context from the conversation. Empty for a question without context. */
  readonly topic: string;
  /**
   * The subject of a request that was searched because no document has this name: "the quiet hours" of
   * "Summarize the quiet hours".
   */
  readonly subject?: string;
  /** Input of an overview, if the question asks for one. */
  readonly overview?: OverviewInput;
}

/** Queries that the answering code sends to an organization's index. */
export interface IndexReader {
  search(input: SearchInput): Promise<SearchAnswer>;
  readLeadPassages(input: ReadLeadPassagesInput): Promise<readonly Passage[]>;
}

interface Context {
  readonly db: Database;
  readonly index: IndexReader;
  readonly reader: Reader | null;
  /** Called with the name of each step, so that an error can name the failed step. */
  readonly onStep: (doing: string) => void;
}

type SearchScope = Pick<AnswerScope, "collectionIds" | "assetIds">;

/**
 * Retrieves the passages for an answer. Searches the mentioned documents first and the whole scope
 * afterwards.
 */
export class Retrieval {
  readonly #ctx: Context;
  readonly #question: Question;
  readonly #scope: AnswerScope;
  /** Scopes to search, in order. */
  readonly #scopes: readonly SearchScope[];
  readonly #found: Retrieved[] = [];
  #rewritten: RewrittenQuery;
  /** The search query: the question, or the subject of a request that is answered as a question. */
  #query: string;

  constructor(ctx: Context, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#scope = scope;
    this.#query = question.question;
    this.#rewritten = rewriteQuery(question.question, scope.conversation);
    const scopes = cannedReply(question.question) === null ? [scope.mentioned, scope] : [];
    this.#scopes = scopes.filter(
      (searchScope) => searchScope.collectionIds.length + searchScope.assetIds.length > 0,
    );
  }

  /**
   * Searches each scope once. Searches a second time if D1 drops results.
   * @param checks true to check the results against D1 now; otherwise the final batch must assert all of them
   */
  async find(checks: boolean): Promise<Retrieved> {
    const overview = await this.#overview(checks);
    if (overview !== null) return overview;
    const found = await this.#findAnswer(checks);
    const ofTable = await this.#selectRows(found);
    if (ofTable !== null) return ofTable;
    return this.#query === this.#question.question ? found : { ...found, subject: this.#query };
  }

  /**
   * Finds the table rows that answer the question. Returns null if no table of the retrieved documents
   * answers it.
   */
  async #selectRows({ passages, topic }: Retrieved): Promise<Retrieved | null> {
    const question = interpretationOf(this.#query, topic) || this.#query;
    const asked = parseTableQuestion(question);
    if (asked === null) return null;
    const documents = distinctDocuments(passages.filter(({ text }) => text.includes("|"))).slice(
      0,
      TABLED_DOCUMENTS,
    );
    if (documents.length === 0) return null;
    this.#ctx.onStep("reading the tables");
    for (const document of documents) {
      const { assetId, version } = document;
      const all = await this.#ctx.index.readLeadPassages({
        assetIds: [assetId],
        passages: PASSAGES_OF_TABLES,
      });
      const read = all.filter((passage) => passage.version === version);
      // The read may have stopped before the end of the document, so its last rows are unknown.
      if (read.length >= PASSAGES_OF_TABLES) continue;
      const [found] = parseTables(read).flatMap((table) => selectRows(asked, table) ?? []);
      if (found !== undefined) return overviewOfRows(found, { document, passages: read });
    }
    return null;
  }

  async #findAnswer(checks: boolean): Promise<Retrieved> {
    for (const [at, searchScope] of this.#scopes.entries()) {
      const isLast = at === this.#scopes.length - 1;
      const found = (this.#found[at] ??= await this.#search(searchScope, MAX_PASSAGES));
      if (!isLast && !isAnswered(found)) continue;
      if (!checks) return found;
      let kept = await this.#keepCitable(found);
      if (kept.passages.length < found.passages.length && found.passages.length === MAX_PASSAGES) {
        const more = (this.#found[at] = await this.#search(searchScope, MAX_PASSAGES_RETRY));
        kept = await this.#keepCitable(more);
      }
      if (isLast || isAnswered(kept)) return kept;
    }
    return NOTHING_RETRIEVED;
  }

  /** Returns null if the question asks for no overview or names no document. */
  async #overview(checks: boolean): Promise<Retrieved | null> {
    const request = parseOverviewRequest(this.#question.question);
    const { documents } = this.#scope;
    if (request === null || documents === undefined) return null;
    const seek = async (query: string, assetIds?: readonly string[]): Promise<Retrieved | null> => {
      const searchScope = assetIds === undefined ? this.#scope : { collectionIds: [], assetIds };
      const found = { ...(await this.#searchIndex(query, searchScope, MAX_PASSAGES)), topic: "" };
      const kept = checks ? await this.#keepCitable(found) : found;
      return isAnswered(kept) ? kept : null;
    };
    const beginnings = async (assetIds: readonly string[], passages: number): Promise<readonly Passage[]> => {
      this.#ctx.onStep("reading the documents");
      return await this.#ctx.index.readLeadPassages({ assetIds, passages });
    };
    const kept = checks ? await this.#keepReadable(documents) : documents;
    const overview = await collectOverview({ beginnings, seek }, request, kept);
    if (overview === null) {
      if ((request.kind === "overview" || request.kind === "list") && request.target !== "")
        this.#replaceQuery(request.target);
      return null;
    }
    return {
      passages: overview.documents.flatMap(({ passages }) => passages),
      coverage: 1,
      topic: "",
      overview,
    };
  }

  #replaceQuery(subject: string): void {
    this.#query = subject;
    this.#rewritten = { topic: "", query: subject, isUnsure: false };
  }

  /** Drops documents that were withdrawn after the scope was read. */
  async #keepReadable(documents: ScopeDocuments): Promise<ScopeDocuments> {
    const { db } = this.#ctx;
    const { citable } = await db.read({ citable: citableSources(db, this.#question, documents.newest) });
    const confirmed = new Set(citable.map(sourceKey));
    const newest = documents.newest.filter((document) => confirmed.has(sourceKey(document)));
    return { ...documents, newest, total: documents.total - (documents.newest.length - newest.length) };
  }

  /**
   * Searches with the context from the conversation. If that does not answer, or if the question may be
   * complete, also searches without the context and keeps the better result.
   */
  async #search(searchScope: SearchScope, limit: number): Promise<Retrieved> {
    const question = this.#query;
    const { topic, query, isUnsure } = this.#rewritten;
    const joined = { ...(await this.#searchAndRead(query, searchScope, limit)), topic };
    if (topic === "" || (isAnswered(joined) && !isUnsure) || !hasContentWord(question)) return joined;
    const alone = { ...(await this.#searchAndRead(question, searchScope, limit)), topic: "" };
    return answerConfidence(alone) > answerConfidence(joined) ? alone : joined;
  }

  async #searchAndRead(
    query: string,
    searchScope: SearchScope,
    limit: number,
  ): Promise<Omit<Retrieved, "topic">> {
    const found = await this.#searchIndex(query, searchScope, limit);
    this.#ctx.onStep("reading the passages");
    const windows = await readPassages(this.#ctx.reader, query, found.passages);
    return { ...found, windows };
  }

  async #searchIndex(
    query: string,
    { collectionIds, assetIds }: SearchScope,
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
    return found;
  }

  /** Drops passages that D1 does not confirm, because the index lags behind D1. */
  async #keepCitable(found: Retrieved): Promise<Retrieved> {
    if (found.passages.length === 0) return found;
    this.#ctx.onStep("checking the sources");
    const { db } = this.#ctx;
    const { citable } = await db.read({
      citable: citableSources(db, this.#question, distinctSources(found.passages)),
    });
    const confirmed = new Set(citable.map(sourceKey));
    const passages = found.passages.filter((passage) => confirmed.has(sourceKey(passage)));
    const windows = (found.windows ?? []).filter(({ passage }) => confirmed.has(sourceKey(passage)));
    const [before, after] = [found.passages, passages].map(([best]) => best?.matched.length ?? 0);
    const coverage = found.coverage * Math.min(1, (after ?? 0) / (before || 1));
    return { ...found, passages, windows, coverage };
  }
}

function overviewOfRows({ table, rows }: SelectedRows, read: ReadDocument): Retrieved {
  const counts = { total: 1, isRough: false, unreadable: 0 };
  const request = { kind: "list", language: "en", target: "" } as const;
  const found = { header: table.header, rows: rows.map(({ span }) => span) };
  return {
    passages: read.passages,
    coverage: 1,
    topic: "",
    overview: { request, documents: [read], counts, isNarrowed: true, found },
  };
}

function hasContentWord(question: string): boolean {
  return termsOf(question).some(({ term }) => !isStopWord(term));
}
