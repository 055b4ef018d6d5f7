import { openMemorySql } from "../../../scripts/lib/memory-sql.ts";
import type { Passage, SearchResult } from "../../../src/domain/retrieval.ts";
import type { ReadLeadPassagesInput, SearchInput } from "../../../src/knowledge-index/api.ts";
import { findIndexedAssetRow } from "../../../src/knowledge-index/asset-rows.ts";
import { analyzeQuestion } from "../../../src/knowledge-index/ranking/analyze-question.ts";
import { readLeadPassages } from "../../../src/knowledge-index/query/lead-passages.ts";
import { createIndexSchema } from "../../../src/knowledge-index/schema.ts";
import { searchIndexedPassages } from "../../../src/knowledge-index/ranking/search-passages.ts";
import { replaceAsset } from "../../../src/knowledge-index/indexing/replace-asset.ts";
import { embedBatch } from "../../../src/knowledge-index/vectors/embed-batch.ts";
import type { QueryEmbedding } from "../../../src/knowledge-index/vectors/nearest-chunks.ts";
import { ResidentCodes } from "../../../src/knowledge-index/vectors/resident-codes.ts";
import { findSet } from "../../../src/knowledge-index/vectors/vector-sets.ts";
import { extractText } from "../../../src/ingestion/extract/extract-text.ts";
import { readDocument } from "../../../src/ingestion/extraction/read-document.ts";
import type { ScopeDocument } from "../../../src/storage/d1/answers/scope-documents.ts";
import type { SourceDocument } from "../data/data-set.ts";
import type { OfflineModels } from "./offline-models.ts";

const COLLECTION = "col_offline";
const TIMEOUT_MS = 30_000;
const EVERYWHERE: Within = { collectionIds: [COLLECTION], assetIds: [] };

/** The scope of a search. */
export type Within = Pick<SearchInput, "collectionIds" | "assetIds">;

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
  readonly models: OfflineModels;
  readonly #storage: DurableObjectStorage;
  readonly #codes = new ResidentCodes();

  /**
   * @param models without an embedder, the index finds passages by words only
   * @param file stores the index on disk instead of in memory
   */
  constructor(models: OfflineModels, file?: string) {
    this.models = models;
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

  /** Computes the vectors of all passages. */
  async embed(): Promise<void> {
    if (this.models.embedder === null) return;
    while ((await embedBatch({ storage: this.#storage }, this.models.embedder)) === "more");
  }

  async search(query: string, limit: number, within: Within = EVERYWHERE): Promise<SearchResult> {
    const { sql } = this.#storage;
    const question = await analyzeQuestion(query, { vectorOf: async (text) => await this.#vectorOf(text) });
    return searchIndexedPassages(sql, question, { query, ...within, limit });
  }

  async #vectorOf(question: string): Promise<QueryEmbedding | null> {
    const set = findSet(this.#storage.sql, "current");
    if (this.models.embedder === null || set === null) return null;
    const [vector] = await this.models.embedder.embed([question], "question", TIMEOUT_MS);
    return vector === undefined ? null : { vector, set, codes: this.#codes };
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
      return [{ assetId: id, version, displayName: title || id, createdAt: 0, isMentioned: false }];
    });
    return { collectionIds: [COLLECTION], newest };
  }
}

/** Indexes the documents and, by default, computes their vectors. */
export async function fillIndex(
  index: OfflineIndex,
  documents: readonly SourceDocument[],
  isEmbedded = true,
): Promise<void> {
  for (const { id, title, contentType, read } of documents)
    await index.add({ id, name: title || id, contentType, bytes: await read() });
  if (isEmbedded) await index.embed();
}

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
