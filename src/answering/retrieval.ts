import type { Passage, SearchResult } from "../domain/retrieval.ts";
import type { ReadLeadPassagesInput, SearchAnswer, SearchInput } from "../knowledge-index/api.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Reader } from "../models/reader.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { citableSources } from "../storage/d1/answers/citable-sources.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { readScopeDocuments, type ScopeDocuments } from "../storage/d1/answers/scope-documents.ts";
import { distinctSources, sourceKey } from "./citations.ts";
import type { Question } from "./finalize-answer.ts";
import { isAnswered, readPassages, type ReadWindow } from "./read-passages.ts";
import { parseTableQuestion } from "./tables/table-question.ts";
import { type SelectedRows, selectRows } from "./tables/select-rows.ts";
import { parseTables } from "./tables/parse-tables.ts";
import { collectOverview } from "./overviews/collect-overview.ts";
import { distinctDocuments, type OverviewInput, type ReadDocument } from "./overviews/overview-input.ts";
import { recognizeOverview } from "./overviews/recognize-overview.ts";
import { mergeReadings } from "./conversation/merge-readings.ts";
import { smallTalkReply } from "./conversation/small-talk.ts";
import {
  blendPassages,
  WEIGHT_OF_FRAGMENT,
  interpretationOf,
  rewriteQuery,
  type RewrittenQuery,
} from "./conversation/rewrite-query.ts";

/**
 * Maximum number of passages to retrieve. The answerer reads fewer, because the check against D1 may drop
 * some.
 */
const MAX_PASSAGES = 12;
/** Maximum number of passages of the second search, after D1 dropped some passages of the first. */
const MAX_PASSAGES_RETRY = 60;
/** Number of documents whose tables are read, and the maximum number of passages of each. */
const [TABLED_DOCUMENTS, PASSAGES_OF_TABLES] = [3, 128];
/** Number of passages that the reader reads for a follow-up, alone and with its context. */
const READ_TWICE = 3;
const NOTHING_RETRIEVED: Retrieved = { passages: [], coverage: 0, topic: "" };

export interface Retrieved extends Pick<SearchResult, "passages" | "coverage"> {
  /** The parts of the passages that the reader read, the most probable answer first. */
  readonly windows?: readonly ReadWindow[];
  /** Context from the conversation. Empty for a question without context. */
  readonly topic: string;
  /** Input of an overview, if the question asks for one. */
  readonly overview?: OverviewInput;
}

/** Queries that the answering code sends to an organization's index. */
export interface IndexReader {
  /** Embedder that recognizes requests for an overview. Null compares their spelling. */
  readonly embedder: Embedder | null;
  search(input: SearchInput): Promise<SearchAnswer>;
  readLeadPassages(input: ReadLeadPassagesInput): Promise<readonly Passage[]>;
}

interface Context {
  readonly db: Database;
  readonly index: IndexReader;
  readonly reader: Reader | null;
  /** Time for one reading, in milliseconds. Default: several seconds. */
  readonly readTimeoutMs?: number;
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
  readonly #rewritten: RewrittenQuery;

  constructor(ctx: Context, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#scope = scope;
    this.#rewritten = rewriteQuery(question.question, scope.conversation);
    const scopes = smallTalkReply(question.question) === null ? [scope.mentioned, scope] : [];
    this.#scopes = scopes.filter(
      (searchScope) => searchScope.collectionIds.length + searchScope.assetIds.length > 0,
    );
  }

  /**
   * Searches each scope once. Searches a second time if D1 drops results.
   * @param checks true to check the results against D1 now; otherwise the final batch must assert all of them
   */
  async find(checks: boolean): Promise<Retrieved> {
    if (this.#scopes.length === 0) return NOTHING_RETRIEVED;
    const found = await this.#findAnswer(checks);
    return (await this.#overview(found, checks)) ?? (await this.#selectRows(found)) ?? found;
  }

  /**
   * Finds the table rows that answer the question. Returns null if no table of the retrieved documents
   * answers it.
   */
  async #selectRows({ passages, topic }: Retrieved): Promise<Retrieved | null> {
    const question = interpretationOf(this.#question.question, topic) || this.#question.question;
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

  /**
   * Returns null if the question asks for no overview.
   * @param found passages of the question. Their documents are the ones that it may name.
   */
  async #overview({ passages }: Retrieved, checks: boolean): Promise<Retrieved | null> {
    const { index, db, onStep } = this.#ctx;
    const documents = distinctDocuments(passages);
    const named = await recognizeOverview(this.#question.question, documents, index.embedder);
    if (named === null) return null;
    onStep("reading the documents");
    const scope = await this.#keepReadable(await readScopeDocuments(db, this.#question), checks);
    const overview = await collectOverview(named, scope, async (assetIds, count) =>
      index.readLeadPassages({ assetIds, passages: count }),
    );
    const read = overview.documents.flatMap((document) => document.passages);
    return { passages: read, coverage: 1, topic: "", overview };
  }

  /** Drops documents that were withdrawn after the scope was read. */
  async #keepReadable(documents: ScopeDocuments, checks: boolean): Promise<ScopeDocuments> {
    if (!checks) return documents;
    const { db } = this.#ctx;
    const { citable } = await db.read({ citable: citableSources(db, this.#question, documents.newest) });
    const confirmed = new Set(citable.map(sourceKey));
    const newest = documents.newest.filter((document) => confirmed.has(sourceKey(document)));
    return { ...documents, newest, total: documents.total - (documents.newest.length - newest.length) };
  }

  /** Searches a short question alone and with the context from the conversation, and merges the results. */
  async #search(searchScope: SearchScope, limit: number): Promise<Retrieved> {
    const { reader, onStep } = this.#ctx;
    const { question } = this.#question;
    const { topic, query, weight } = this.#rewritten;
    const alone = await this.#searchIndex(question, searchScope, limit);
    // A short question whose words stand in no passage is about another subject, and lacks nothing.
    if (topic === "" || (weight < WEIGHT_OF_FRAGMENT && alone.coverage === 0)) {
      onStep("reading the passages");
      const windows = await readPassages(reader, question, alone.passages, this.#ctx.readTimeoutMs);
      return { ...alone, windows, topic: "" };
    }
    const withContext = await this.#searchIndex(query, searchScope, limit);
    const passages = blendPassages(alone.passages, withContext.passages, weight).slice(0, limit);
    onStep("reading the passages");
    const best = passages.slice(0, READ_TWICE);
    const windows = mergeReadings(
      await readPassages(reader, question, best, this.#ctx.readTimeoutMs),
      await readPassages(reader, query, best, this.#ctx.readTimeoutMs),
    );
    return { ...withContext, passages, windows, topic };
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
  const found = { header: table.header, rows: rows.map(({ span }) => span) };
  return {
    passages: read.passages,
    coverage: 1,
    topic: "",
    overview: { documents: [read], total: null, found },
  };
}
