import type { Passage } from "../domain/retrieval.ts";
import { type ModelUsage, sumOfUsage, UNSPENT } from "../domain/usage.ts";
import { embedAll } from "../models/embed-all.ts";
import { EmbedderError } from "../models/embedder.ts";
import { log } from "../log.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { citableSources } from "../storage/d1/answers/citable-sources.ts";
import { readScopeDocuments, type ScopeDocuments } from "../storage/d1/answers/scope-documents.ts";
import { distinctSources, sourceKey } from "./citations.ts";
import type { Question } from "./finalize-answer.ts";
import { newNonce } from "./generation/compose-prompt.ts";
import { type Gathered, gatherPassages, type PassageTools } from "./generation/gather-passages.ts";
import { isBroadQuestion } from "./is-broad-question.ts";
import { isAnswered } from "./read-passages.ts";
import { answerFromTables, type TableAnswer } from "./tables/answer-from-tables.ts";
import { type Embed, fitsEmbedder } from "./tables/operations-of.ts";
import { parseTables } from "./tables/parse-tables.ts";
import { collectOverview, readForOverview, type ReadOnward } from "./overviews/collect-overview.ts";
import { distinctDocuments, type OverviewInput, type ReadDocument } from "./overviews/overview-input.ts";
import { recognizeOverview } from "./overviews/recognize-overview.ts";
import type { SearchModel } from "./conversation/question-rewriter.ts";
import { smallTalkReply } from "./conversation/small-talk.ts";
import { interpretationOf } from "./conversation/rewrite-query.ts";
import {
  QuestionSearch,
  type SearchContext,
  type SearchedQuestion,
  type IndexScope,
} from "./question-search.ts";

/**
 * Maximum number of passages to retrieve. The answerer reads fewer, because the check against D1 may drop
 * some.
 */
const MAX_PASSAGES = 12;
/** Maximum number of passages for a language model, which selects those that it reads. */
const MAX_PASSAGES_FOR_MODEL = 60;
/** Number of documents that a model may read completely, and the maximum number of passages of each. */
const [WHOLE_DOCUMENTS, PASSAGES_OF_WHOLE] = [3, 64];
/** Maximum number of passages of the second search, after D1 dropped some passages of the first. */
const MAX_PASSAGES_RETRY = 60;
/** Number of passages of the first search in front of those that tools find, and of passages of one call. */
const [KEPT_FIRST, FOUND_BY_TOOL] = [6, 6];
/** Number of documents whose tables are read, and the maximum number of passages of each. */
const [TABLED_DOCUMENTS, PASSAGES_OF_TABLES] = [3, 128];
/** Time for the vectors of column names and words, unless the caller sets a time for reading. */
const TABLES_TIMEOUT_MS = 5_000;
const NOTHING_RETRIEVED: Retrieved = { passages: [], coverage: 0, topic: "" };

export interface Retrieved extends SearchedQuestion {
  /** Usage of the language model that helped the search. Default: none. */
  readonly spent?: ModelUsage;
  /** True if the answer takes many passages. Only for a language model. */
  readonly isBroad?: boolean;
  /** The best documents with all their passages, best first. Only for a language model. */
  readonly wholeDocuments?: readonly (readonly Passage[])[];
  /** Passages that a language model received during the search. Default: none. */
  readonly sent?: readonly Passage[];
  /** Input of an overview, if the question asks for one. */
  readonly overview?: OverviewInput;
}

interface RetrievalContext extends SearchContext {
  /** True if a language model reads the passages. Default: false. */
  readonly isForModel?: boolean;
}

/**
 * Retrieves the passages for an answer. Searches the mentioned documents first and the whole scope
 * afterwards.
 */
export class Retrieval {
  readonly #ctx: RetrievalContext;
  readonly #question: Question;
  /** Scopes to search, in order. */
  readonly #scopes: readonly IndexScope[];
  readonly #found: Retrieved[] = [];
  readonly #search: QuestionSearch;
  #gathered: Gathered | null = null;

  constructor(ctx: RetrievalContext, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#search = new QuestionSearch(ctx, question, scope);
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
    const other = (await this.#overview(found, checks)) ?? (await this.#answerFromTables(found));
    const spent = (): ModelUsage => sumOfUsage(this.#search.spent, this.#gathered?.spent ?? UNSPENT);
    if (other !== null) return { ...other, spent: spent() };
    const read = await this.#readForModel(await this.#withGathered(found));
    return { ...read, spent: spent() };
  }

  /** Adds the passages that a model with tools asks for. D1 confirms them before the model reads them. */
  async #withGathered(found: Retrieved): Promise<Retrieved> {
    const { searchModel, onStep } = this.#ctx;
    if (searchModel?.model.hasTools !== true) return found;
    onStep("searching the documents");
    this.#gathered ??= await this.#gather(searchModel, found.passages);
    const passages = await this.#confirmed(this.#gathered.gathered);
    const [first, rest] = [found.passages.slice(0, KEPT_FIRST), found.passages.slice(KEPT_FIRST)];
    const sent = [...found.passages.slice(0, MAX_PASSAGES), ...passages];
    return { ...found, passages: [...first, ...passages, ...rest], sent };
  }

  async #gather({ model, signal, onUsage }: SearchModel, passages: readonly Passage[]): Promise<Gathered> {
    const scope = this.#scopes.at(-1);
    const { index } = this.#ctx;
    const tools: PassageTools = {
      search: async (query) => {
        if (scope === undefined) return [];
        const found = await this.#search.searchIndex(query, scope, FOUND_BY_TOOL);
        return await this.#confirmed(found.passages);
      },
      read: async ({ assetId, version }, from) => {
        const read = await index.readLeadPassages({ assetIds: [assetId], passages: FOUND_BY_TOOL, from });
        return await this.#confirmed(read.filter((passage) => passage.version === version));
      },
    };
    const { question } = this.#question;
    const input = { question, passages: passages.slice(0, MAX_PASSAGES), tools };
    const gathered = await gatherPassages({ model, signal, nonce: newNonce() }, input);
    onUsage?.(gathered.spent);
    return gathered;
  }

  /** Returns the passages that D1 confirms. */
  async #confirmed(passages: readonly Passage[]): Promise<readonly Passage[]> {
    return (await this.#keepCitable({ passages, coverage: 0, topic: "" })).passages;
  }

  /** Returns the question with its context. */
  #complete({ topic, interpretedAs }: Retrieved): string {
    const { question } = this.#question;
    return (interpretedAs === undefined ? interpretationOf(question, topic) : topic) || question;
  }

  /** Adds the best documents as a whole, and whether the question is broad. Only for a language model. */
  async #readForModel(found: Retrieved): Promise<Retrieved> {
    const { index, isForModel = false } = this.#ctx;
    if (!isForModel || found.passages.length === 0) return found;
    const question = this.#complete(found);
    const isBroad = await isBroadQuestion(question, found.windows ?? [], index.embedder);
    const documents = distinctDocuments(found.passages).slice(0, WHOLE_DOCUMENTS);
    const passages = await index.readLeadPassages({
      assetIds: documents.map(({ assetId }) => assetId),
      passages: PASSAGES_OF_WHOLE,
    });
    const byDocument = Map.groupBy(passages, sourceKey);
    const wholeDocuments = documents
      .map((document) => byDocument.get(sourceKey(document)) ?? [])
      .filter((whole) => whole.length > 0 && whole.length < PASSAGES_OF_WHOLE);
    return { ...found, isBroad, wholeDocuments };
  }

  get #limit(): number {
    return this.#ctx.isForModel === true ? MAX_PASSAGES_FOR_MODEL : MAX_PASSAGES;
  }

  /**
   * Finds the table rows that answer the question, and computes a value from them. Returns null if no table of
   * the retrieved documents answers it.
   */
  async #answerFromTables(searched: Retrieved): Promise<Retrieved | null> {
    const { passages } = searched;
    const { index, readTimeoutMs, onStep } = this.#ctx;
    const { embedder } = index;
    const tabled = distinctDocuments(
      passages.slice(0, MAX_PASSAGES).filter(({ text }) => text.includes("|")),
    );
    if (embedder === null || !fitsEmbedder(embedder) || tabled.length === 0) return null;
    onStep("reading the tables");
    const { topic, interpretedAs } = searched;
    const asked =
      interpretedAs === undefined
        ? { question: this.#question.question, topic }
        : { question: this.#complete(searched), topic: "" };
    const read: ReadDocument[] = [];
    for (const document of tabled.slice(0, TABLED_DOCUMENTS)) {
      const { assetId, version } = document;
      const all = await index.readLeadPassages({ assetIds: [assetId], passages: PASSAGES_OF_TABLES });
      const passages = all.filter((passage) => passage.version === version);
      // The read may have stopped before the end of the document, so its last rows are unknown.
      if (passages.length < PASSAGES_OF_TABLES) read.push({ document, passages });
    }
    const tables = read.flatMap(({ passages: held }) => parseTables(held));
    const embed: Embed = async (texts, purpose) =>
      await embedAll(embedder, texts, purpose, readTimeoutMs ?? TABLES_TIMEOUT_MS);
    const found = await answerFromTables(asked, tables, embed).catch((error: unknown) => {
      if (!(error instanceof EmbedderError)) throw error;
      log("warn", "tables_without_vectors", { kind: error.kind });
      return null;
    });
    const from = read.find(({ passages: held }) => held.some((each) => each === found?.table.header.passage));
    return found === null || from === undefined ? null : overviewOfRows(found, from);
  }

  async #findAnswer(checks: boolean): Promise<Retrieved> {
    for (const [at, searchScope] of this.#scopes.entries()) {
      const isLast = at === this.#scopes.length - 1;
      const found = (this.#found[at] ??= await this.#search.find(searchScope, this.#limit));
      if (!isLast && !isAnswered(found)) continue;
      if (!checks) return found;
      let kept = await this.#keepCitable(found);
      if (kept.passages.length < found.passages.length && found.passages.length === MAX_PASSAGES) {
        const more = (this.#found[at] = await this.#search.find(searchScope, MAX_PASSAGES_RETRY));
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
    const { index, db, onStep, isForModel = false } = this.#ctx;
    const documents = distinctDocuments(passages.slice(0, MAX_PASSAGES));
    const named = await recognizeOverview(this.#question.question, documents, index.embedder);
    if (named === null) return null;
    onStep("reading the documents");
    const scope = await this.#keepReadable(await readScopeDocuments(db, this.#question), checks);
    const readOnward: ReadOnward = async (assetIds, count, from) =>
      index.readLeadPassages({ assetIds, passages: count, from });
    const overview = await collectOverview(named, scope, async (ids, count) => readOnward(ids, count, 0));
    const read = isForModel
      ? await readForOverview(overview, readOnward)
      : overview.documents.flatMap((document) => document.passages);
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

function overviewOfRows({ table, rows, text }: TableAnswer, read: ReadDocument): Retrieved {
  const found = { header: table.header, rows: rows.map(({ span }) => span), text };
  return {
    passages: read.passages,
    coverage: 1,
    topic: "",
    overview: { documents: [read], total: null, found },
  };
}
