import { openMemorySql } from "../../../scripts/lib/memory-sql.ts";
import type { Passage, SearchResult } from "../../../src/domain/retrieval.ts";
import type { ReadLeadPassagesInput, SearchInput } from "../../../src/knowledge-index/api.ts";
import { findIndexedAssetRow } from "../../../src/knowledge-index/asset-rows.ts";
import type { AnswerClassifier } from "../../../src/knowledge-index/ranking/answerability/classifier.ts";
import { analyzeQuestion } from "../../../src/knowledge-index/ranking/analyze-question.ts";
import { readLeadPassages } from "../../../src/knowledge-index/query/lead-passages.ts";
import { createIndexSchema } from "../../../src/knowledge-index/schema.ts";
import { searchIndexedPassages } from "../../../src/knowledge-index/ranking/search-passages.ts";
import { replaceAsset } from "../../../src/knowledge-index/indexing/replace-asset.ts";
import { embedBatch } from "../../../src/knowledge-index/vectors/embed-batch.ts";
import { ResidentCodes } from "../../../src/knowledge-index/vectors/resident-codes.ts";
import { findSet } from "../../../src/knowledge-index/vectors/vector-sets.ts";
import { extractText } from "../../../src/ingestion/extract/extract-text.ts";
import { readDocument } from "../../../src/ingestion/extraction/read-document.ts";
import type { Semantic } from "../../../src/semantic/semantic-api.ts";
import { builtInEmbedder } from "../../../src/semantic/built-in-embedder.ts";
import type { ScopeDocument } from "../../../src/storage/d1/answers/scope-documents.ts";
import type { SourceDocument } from "../data/data-set.ts";
import type { LocalSemantic } from "./local-semantic.ts";

const COLLECTION = "col_offline";
const EVERYWHERE: Within = { collectionIds: [COLLECTION], assetIds: [] };

/** The scope of a search. */
export type Within = Pick<SearchInput, "collectionIds" | "assetIds">;

/** The semantic level: none, similar words, or also sentence vectors. */
export type Level = "off" | "words" | "on";

export interface OfflineDocument {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * The service's index in this process: the same statements, ranking and rule. Without `file` it is in memory.
 */
export class OfflineIndex {
  readonly #semantic: LocalSemantic;
  readonly #storage: DurableObjectStorage;
  readonly #codes = new ResidentCodes();

  /** @param file stores the index on disk instead of in memory */
  constructor(semantic: LocalSemantic, file?: string) {
    this.#semantic = semantic;
    this.#storage = storageIn(file);
    createIndexSchema(this.#storage);
  }

  async add({ id, name, contentType, bytes }: OfflineDocument): Promise<void> {
    const {
      head,
      places,
      bytes: text,
    } = await readDocument({ bytes, contentType, originalFileName: name }, extractText);
    const chunks = Array.from(places, ([start, end, page, locators], ordinal) => ({
      id: `${id}/${ordinal}`,
      ordinal,
      start,
      end,
      page,
      locators,
    }));
    const store = {
      storage: this.#storage,
      bucket: none<R2Bucket>(),
      hasEmbedder: () => false,
      yieldToEventLoop: async () => await Promise.resolve(),
    };
    await replaceAsset(store, {
      assetId: id,
      run: 1,
      version: head.version,
      displayName: name,
      collectionIds: [COLLECTION],
      textKey: "",
      chunksKey: "",
      content: {
        text: new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(text),
        chunkMap: JSON.stringify({ version: head.version, chunks }),
      },
    });
  }

  /** Computes the vectors of all sentences. */
  async encode(): Promise<void> {
    const embedder = builtInEmbedder(this.#semantic);
    if (embedder === null) return;
    while ((await embedBatch({ storage: this.#storage }, embedder)) === "more");
  }

  /** @param judge the answerability rule; default: the service's */
  async search(
    query: string,
    limit: number,
    level: Level,
    judge?: AnswerClassifier,
    within: Within = EVERYWHERE,
  ): Promise<SearchResult> {
    const { sql } = this.#storage;
    const semantic: Semantic = level === "off" ? SILENT : this.#semantic;
    const set = findSet(sql, "current");
    const vectorOf = async (question: string, isEnglish: boolean) =>
      await Promise.resolve(
        isEnglish && level === "on" && set !== null
          ? { vector: this.#semantic.vectorOf(question), set, codes: this.#codes }
          : null,
      );
    const question = await analyzeQuestion(semantic, query, { vectorOf });
    return await searchIndexedPassages(sql, semantic, question, { query, ...within, limit }, judge);
  }

  /** The first passages of each document, in the given order of documents. */
  readLeadPassages(input: ReadLeadPassagesInput): Passage[] {
    return readLeadPassages(this.#storage.sql, input);
  }

  /** The scope of an answer: those of the given documents that the index contains. */
  scopeOf(documents: readonly SourceDocument[]): { collectionIds: string[]; newest: ScopeDocument[] } {
    const newest = documents.flatMap(({ id, title }): ScopeDocument[] => {
      const version = findIndexedAssetRow(this.#storage.sql, id)?.version;
      if (version === undefined || version === null) return [];
      return [
        { assetId: id, version, displayName: title || id, summary: "", createdAt: 0, isMentioned: false },
      ];
    });
    return { collectionIds: [COLLECTION], newest };
  }
}

/** Indexes the documents and, at level `on`, computes their vectors. */
export async function fillIndex(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  level: Level,
): Promise<void> {
  for (const { id, title, contentType, read } of documents)
    await index.add({ id, name: title || id, contentType, bytes: await read() });
  if (level === "on") await index.encode();
}

const SILENT: Semantic = {
  encoder: "",
  nearestWords: async () => await Promise.resolve(null),
  similarities: async () => await Promise.resolve(null),
  encode: async () => await Promise.resolve(null),
};

/** The part of a Durable Object's storage that the index uses. */
function storageIn(file: string | undefined): DurableObjectStorage {
  const { exec, transaction } = openMemorySql(file);
  const alarms = {
    setAlarm: async () => await Promise.resolve(),
    getAlarm: async () => await Promise.resolve(null),
  };
  return { sql: { exec }, transactionSync: transaction, ...alarms } as unknown as DurableObjectStorage;
}

function none<T>(): T {
  return undefined as T;
}
