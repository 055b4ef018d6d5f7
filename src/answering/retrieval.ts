import { MIN_CONFIDENCE, type Passage, type SearchResult } from "../domain/retrieval.ts";
import type { ReadBeginningsInput, SearchAnswer, SearchInput } from "../knowledge-index/api.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import { citableSources } from "../storage/d1/answers/citable-sources.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { ScopeDocuments } from "../storage/d1/answers/scope-documents.ts";
import { overviewRequest } from "../text/overviews/overview-request.ts";
import { distinctSources, sourceKey } from "./citations.ts";
import type { Question } from "./end-answer.ts";
import { isStopWord, stem, termsOf } from "../text/terms.ts";
import { askedOfTable } from "./tables/asked-of-table.ts";
import { type FoundRows, findRows } from "./tables/find-rows.ts";
import { readTables } from "./tables/read-tables.ts";
import { documentsOf } from "./overviews/overview-sources.ts";
import { gatherOverview } from "./overviews/gather-overview.ts";
import type { OverviewMaterial, ReadDocument } from "./overviews/material.ts";
import { replyAtOnce } from "./conversation/reply-at-once.ts";
import { interpretationOf, understand, type Understood } from "./conversation/understand.ts";

/** Enough that what remains after a check against D1 still fills the answerer's table. */
const PASSAGES_SOUGHT = 12;
/** Sought once more when D1 has taken some of those away. */
const MORE_PASSAGES_SOUGHT = 60;
/** Of so many of the documents found the tables are read, as far as so many passages hold all of them. */
const [TABLED_DOCUMENTS, PASSAGES_OF_TABLES] = [3, 128];
const NOTHING: Found = { passages: [], confidence: 0, topic: "" };

export interface Found extends SearchResult {
  /** What the conversation added to what was searched for; "": nothing. */
  readonly topic: string;
  /** What was searched for in place of a request whose subject no document is called: "the quiet hours" of "Summarize the quiet hours". */
  readonly asked?: string;
  /** What an overview is written from, where one is asked for and there is anything to tell of. */
  readonly overview?: OverviewMaterial;
}

/** What an organization's index is asked for. */
export interface IndexReader {
  search(input: SearchInput): Promise<SearchAnswer>;
  readBeginnings(input: ReadBeginningsInput): Promise<readonly Passage[]>;
}

interface Context {
  readonly db: Database;
  readonly index: IndexReader;
  /** Told at each step what is being done, for the failure that may come. */
  readonly onStep: (doing: string) => void;
}

type Looked = Pick<AnswerScope, "collectionIds" | "assetIds">;

/** Finds what an answer may rest on: first in what its prompt mentions; when that does not answer, in all of its scope. */
export class Retrieval {
  readonly #ctx: Context;
  readonly #question: Question;
  readonly #scope: AnswerScope;
  /** Where to look, one after the other, and what the index found there. */
  readonly #places: readonly Looked[];
  readonly #found: Found[] = [];
  #understood: Understood;
  /** The question; of a request that is none of an overview, its subject. */
  #asked: string;

  constructor(ctx: Context, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#scope = scope;
    this.#asked = question.question;
    this.#understood = understand(question.question, scope.conversation);
    const places = replyAtOnce(question.question) === null ? [scope.mentioned, scope] : [];
    this.#places = places.filter((place) => place.collectionIds.length + place.assetIds.length > 0);
  }

  /**
   * The index is asked once for each place, twice when D1 takes away what it found.
   * @param checks whether D1 is asked what of it the answer may cite at this moment: only about what seems to answer, and what comes last. If not,
   * who ends the answer must assert it of all that was found.
   */
  async find(checks: boolean): Promise<Found> {
    const overview = await this.#overview(checks);
    if (overview !== null) return overview;
    const found = await this.#findAnswer(checks);
    const ofTable = await this.#findRows(found);
    if (ofTable !== null) return ofTable;
    return this.#asked === this.#question.question ? found : { ...found, asked: this.#asked };
  }

  /** The rows of a table that answer by what all of its rows say; null where no table among the documents found does. */
  async #findRows({ passages, topic }: Found): Promise<Found | null> {
    const question = interpretationOf(this.#asked, topic) || this.#asked;
    const asked = askedOfTable(question);
    if (asked === null) return null;
    const documents = documentsOf(passages.filter(({ text }) => text.includes("|"))).slice(0, TABLED_DOCUMENTS);
    if (documents.length === 0) return null;
    this.#ctx.onStep("reading the tables");
    for (const document of documents) {
      const { assetId, version } = document;
      const all = await this.#ctx.index.readBeginnings({ assetIds: [assetId], passages: PASSAGES_OF_TABLES });
      const read = all.filter((passage) => passage.version === version);
      // Of a longer document nobody knows what its last rows say.
      if (read.length >= PASSAGES_OF_TABLES) continue;
      const [found] = readTables(read).flatMap((table) => findRows(asked, table) ?? []);
      if (found !== undefined) return overviewOfRows(found, { document, passages: read });
    }
    return null;
  }

  async #findAnswer(checks: boolean): Promise<Found> {
    for (const [at, place] of this.#places.entries()) {
      const isLast = at === this.#places.length - 1;
      const found = (this.#found[at] ??= await this.#search(place, PASSAGES_SOUGHT));
      if (!isLast && !this.#answers(found)) continue;
      if (!checks) return found;
      let kept = await this.#keepCitable(found);
      if (kept.passages.length < found.passages.length && found.passages.length === PASSAGES_SOUGHT) {
        const more = (this.#found[at] = await this.#search(place, MORE_PASSAGES_SOUGHT));
        kept = await this.#keepCitable(more);
      }
      if (isLast || this.#answers(kept)) return kept;
    }
    return NOTHING;
  }

  /** What an overview is written from; null where none is asked for, or what is named is no document. */
  async #overview(checks: boolean): Promise<Found | null> {
    const request = overviewRequest(this.#question.question);
    const { documents } = this.#scope;
    if (request === null || documents === undefined) return null;
    const seek = async (query: string, assetIds?: readonly string[]): Promise<SearchResult | null> => {
      const place = assetIds === undefined ? this.#scope : { collectionIds: [], assetIds };
      const found = { ...(await this.#ask(query, place, PASSAGES_SOUGHT)), topic: "" };
      const kept = checks ? await this.#keepCitable(found) : found;
      return kept.confidence >= MIN_CONFIDENCE ? kept : null;
    };
    const beginnings = async (assetIds: readonly string[], passages: number): Promise<readonly Passage[]> => {
      this.#ctx.onStep("reading the documents");
      return await this.#ctx.index.readBeginnings({ assetIds, passages });
    };
    const kept = checks ? await this.#keepReadable(documents) : documents;
    const overview = await gatherOverview({ beginnings, seek }, request, kept);
    if (overview === null) {
      if ((request.kind === "overview" || request.kind === "list") && request.target !== "") this.#askFor(request.target);
      return null;
    }
    return { passages: overview.documents.flatMap(({ passages }) => passages), confidence: 1, topic: "", overview };
  }

  #askFor(subject: string): void {
    this.#asked = subject;
    this.#understood = { topic: "", whole: subject, isUnsure: false };
  }

  /** What was taken away since the scope was read is not told of. */
  async #keepReadable(documents: ScopeDocuments): Promise<ScopeDocuments> {
    const { db } = this.#ctx;
    const { citable } = await db.read({ citable: citableSources(db, this.#question, documents.newest) });
    const confirmed = new Set(citable.map(sourceKey));
    const newest = documents.newest.filter((document) => confirmed.has(sourceKey(document)));
    return { ...documents, newest, total: documents.total - (documents.newest.length - newest.length) };
  }

  /** With what the conversation adds; without it where that finds nothing, or where a question that may stand alone is answered elsewhere. */
  async #search(place: Looked, limit: number): Promise<Found> {
    const question = this.#asked;
    const { topic, whole, isUnsure } = this.#understood;
    if (topic === "") return { ...(await this.#ask(question, place, limit)), topic };
    const joined = { ...(await this.#ask(whole, place, limit)), topic };
    const isAnswered = this.#answers(joined);
    if (isAnswered && (!isUnsure || holdsAll(joined, question))) return joined;
    if (!tells(question)) return joined;
    const alone = { ...(await this.#ask(question, place, limit)), topic: "" };
    return this.#answers(alone) || isUnsure ? alone : joined;
  }

  async #ask(query: string, { collectionIds, assetIds }: Looked, limit: number): Promise<SearchResult> {
    const { onStep, index, db } = this.#ctx;
    onStep("searching the documents");
    const { removedAssetIds: excludedAssetIds, removedCollectionIds: excludedCollectionIds } = this.#scope;
    const { cost, ...found } = await index.search({ query, collectionIds, excludedCollectionIds, assetIds, excludedAssetIds, limit });
    db.meter.trips += cost.trips;
    db.meter.rowsRead += cost.rowsRead;
    return found;
  }

  /** The index lags behind D1: what D1 does not confirm goes, and with it that passage's part in the confidence. */
  async #keepCitable(found: Found): Promise<Found> {
    const best = found.passages[0];
    if (best === undefined) return found;
    this.#ctx.onStep("checking the sources");
    const { db } = this.#ctx;
    const { citable } = await db.read({ citable: citableSources(db, this.#question, distinctSources(found.passages)) });
    const confirmed = new Set(citable.map(sourceKey));
    const passages = found.passages.filter((passage) => confirmed.has(sourceKey(passage)));
    const share = (passages[0]?.score ?? 0) / best.score;
    return { ...found, passages, confidence: found.confidence * Math.min(1, share) };
  }

  #answers({ confidence }: Found): boolean {
    return confidence >= MIN_CONFIDENCE;
  }
}

function overviewOfRows({ table, rows }: FoundRows, read: ReadDocument): Found {
  const counts = { total: 1, isRough: false, unreadable: 0 };
  const request = { kind: "list", language: "en", target: "" } as const;
  const found = { header: table.header, rows: rows.map(({ span }) => span) };
  return { passages: read.passages, confidence: 1, topic: "", overview: { request, documents: [read], counts, isNarrowed: true, found } };
}

/** Whether a question says anything that a document could hold. */
function tells(question: string): boolean {
  return termsOf(question).some(({ term }) => !isStopWord(term));
}

/** Whether the best passage holds all that the question itself says. */
function holdsAll({ passages: [best] }: Found, question: string): boolean {
  if (best === undefined) return false;
  const held = new Set(termsOf(`${best.displayName} ${best.text}`).map(({ term }) => stem(term)));
  return termsOf(question).every(({ term }) => isStopWord(term) || held.has(stem(term)));
}
