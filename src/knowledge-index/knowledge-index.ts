import { DurableObject } from "cloudflare:workers";
import type { Passage } from "../domain/retrieval.ts";
import type { Env } from "../env.ts";
import { faultFields, log } from "../log.ts";
import { type Platform, platformOf } from "../platform.ts";
import type { QueryStats } from "../storage/d1/core/database.ts";
import { selectTreeNodes } from "../storage/d1/search/tree-nodes.ts";
import type {
  IndexStats,
  KnowledgeIndexApi,
  PurgedRows,
  ReadLeadPassagesInput,
  RemoveAssetInput,
  ReplaceAssetInput,
  ReplaceAssetResult,
  SearchAnswer,
  SearchInput,
  SetAssetCollectionsInput,
} from "./api.ts";
import { segmentPurgeDueAt } from "./maintenance/segment-purge.ts";
import { runMaintenance } from "./maintenance/run-maintenance.ts";
import { markCollectionsOutdated, storeCollections, outdatedCollections } from "./query/collection-tree.ts";
import { createStemmer } from "./query/create-stemmer.ts";
import { scheduleAlarm, type IndexStore } from "./index-store.ts";
import { readLeadPassages } from "./query/lead-passages.ts";
import { analyzeQuestion } from "./ranking/analyze-question.ts";
import { mergeSegments } from "./merge-segments.ts";
import { countPassages, updateMembership, removeRun } from "./indexing/update-membership.ts";
import { countRemainingRows, purgeRows } from "./maintenance/purge-rows.ts";
import { replaceAsset } from "./indexing/replace-asset.ts";
import { bulkReplace } from "./indexing/bulk-replace.ts";
import type { Embedders } from "../models/embedder.ts";
import { QueryEmbedder, QUESTION_TIMEOUT_MS } from "./vectors/query-embedder.ts";
import { runEmbeddingQueue } from "./vectors/run-embedding-queue.ts";
import { hasEmbeddingJobs } from "./vectors/embedding-jobs.ts";
import { sendEmbeddingReports } from "./vectors/send-embedding-reports.ts";
import { reportsDueAt } from "./vectors/embedding-reports.ts";
import { needsSet } from "./vectors/vector-sets.ts";
import { createIndexSchema, recreateSchema } from "./schema.ts";
import { searchIndexedPassages } from "./ranking/search-passages.ts";
import { readTotals } from "./totals.ts";

/** Maximum number of collections in one D1 query. */
const MAX_COLLECTIONS_PER_QUERY = 1_000;

/**
 * The full-text and vector index of one organization, or of one shard of it. It is derived from R2 and D1 and
 * can be rebuilt. Work of more than about 30 ms runs in slices, so that other calls are not blocked.
 */
export class KnowledgeIndex extends DurableObject<Env> implements KnowledgeIndexApi {
  /** Yields between slices. Tests replace it; RPC callers cannot reach it. */
  yieldToEventLoop: () => Promise<unknown> = () => scheduler.wait(0);
  /**
   * The embedders, and the time limit of a query embedding. Tests replace them; RPC callers cannot reach
   * them.
   */
  embedders: Embedders;
  questionTimeoutMs = QUESTION_TIMEOUT_MS;
  readonly #sql: SqlStorage;
  readonly #store: IndexStore;
  readonly #platform: Platform;
  readonly #asked: QueryEmbedder;
  readonly #stemOf = createStemmer();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#platform = platformOf(env);
    // The organization, for fair scheduling. A Durable Object addressed by its id has no name.
    const [organizationId] = (ctx.id.name ?? ctx.id.toString()).split("/");
    this.embedders = this.#platform.embedders(organizationId);
    this.#asked = new QueryEmbedder(this.#sql);
    const hasEmbedder = (): boolean => this.embedders.current !== null;
    this.#store = {
      storage: ctx.storage,
      bucket: this.#platform.bucket,
      hasEmbedder,
      yieldToEventLoop: () => this.yieldToEventLoop(),
    };
    createIndexSchema(ctx.storage);
    // Vectors are missing if the texts arrived while no embedder or another embedder was configured.
    const { current } = this.embedders;
    if (
      current !== null &&
      (hasEmbeddingJobs(this.#sql) || needsSet(this.#sql, current) || reportsDueAt(this.#sql, 0) !== null)
    )
      void ctx.blockConcurrencyWhile(async () => await this.#armIdle());
  }

  /**
   * @throws ServiceError `failed_precondition` when text, chunk map and version do not match; `aborted`:
   * repeat the call
   */
  async replaceAsset(input: ReplaceAssetInput): Promise<ReplaceAssetResult> {
    const result = await replaceAsset(this.#store, input);
    await this.#tryToPlace();
    return result;
  }

  /**
   * @throws ServiceError as `replaceAsset` does, for the first input that fails; earlier replacements stay
   */
  async replaceAssets(inputs: readonly ReplaceAssetInput[]): Promise<readonly ReplaceAssetResult[]> {
    const results = await bulkReplace(this.#store, inputs);
    await this.#tryToPlace();
    return results;
  }

  /**
   * Keeps the run as a tombstone. The index rejects this run and earlier runs from now on. Rows of a later
   * run stay.
   */
  async removeAsset(input: RemoveAssetInput): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      removeRun(this.#sql, input);
      mergeSegments(this.#sql);
    });
    await scheduleAlarm(this.#store);
  }

  /**
   * Deletes the asset permanently, a bounded number of rows for each call. The index rejects all later runs
   * of the asset.
   */
  async purgeAsset(assetId: string): Promise<PurgedRows> {
    return await purgeRows(this.#store, assetId);
  }

  /**
   * Takes effect immediately, even before the asset's first run. A long text gets its new title a little
   * later.
   */
  async setAssetCollections(input: SetAssetCollectionsInput): Promise<void> {
    this.ctx.storage.transactionSync(() => updateMembership(this.#sql, input));
    await scheduleAlarm(this.#store);
    await this.#tryToPlace();
  }

  /**
   * Reads the new parents of moved collections from D1. If D1 fails, every later search retries.
   * @throws the error of D1
   */
  async collectionsMoved(collectionIds: readonly string[]): Promise<void> {
    markCollectionsOutdated(this.#sql, collectionIds);
    await this.#place();
  }

  /** Never throws because of the query text. An empty scope gives no results. */
  async search(input: SearchInput): Promise<SearchAnswer> {
    const vectorOf = async (query: string) =>
      await this.#asked.embed(this.embedders, { question: query, waitMs: this.questionTimeoutMs });
    const question = await analyzeQuestion(input.query, { vectorOf, stemOf: this.#stemOf });
    const { trips, rowsRead } = await this.#place();
    return { ...searchIndexedPassages(this.#sql, question, input), cost: { trips, rowsRead } };
  }

  /** The lead passages of documents, in order. Unknown documents are skipped. The caller checks the scope. */
  // oxlint-disable-next-line typescript/require-await -- over RPC it is a promise
  async readLeadPassages(input: ReadLeadPassagesInput): Promise<readonly Passage[]> {
    return readLeadPassages(this.#sql, input);
  }

  stats(): IndexStats {
    return readTotals(this.#sql);
  }

  countPassages(assetId: string): number {
    return countPassages(this.#sql, assetId);
  }

  countRemainingRows(assetId: string): number {
    return countRemainingRows(this.#sql, assetId);
  }

  /** Deletes everything, including tombstones. The caller replaces every asset again. */
  async clear(): Promise<void> {
    this.ctx.storage.transactionSync(() => recreateSchema(this.ctx.storage, Date.now()));
    this.#asked.clear();
    await scheduleAlarm(this.#store);
  }

  override async alarm(): Promise<void> {
    const wasForgetting = segmentPurgeDueAt(this.#sql) !== null;
    await runMaintenance(this.#store);
    if (wasForgetting && segmentPurgeDueAt(this.#sql) === null) await this.#platform.cleanStores();
    await runEmbeddingQueue(this.#store, this.embedders.current);
    await sendEmbeddingReports(this.#store, this.embedders.current, this.#platform.database());
  }

  async #armIdle(): Promise<void> {
    const { storage } = this.ctx;
    if ((await storage.getAlarm()) === null) await scheduleAlarm(this.#store);
    // If the embedder is new, nothing is enqueued yet: the alarm enqueues it.
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now());
  }

  /** Reads the parents of unknown collections from D1, in batches. */
  async #place(): Promise<QueryStats> {
    const db = this.#platform.database();
    for (let asked = this.#unplaced(); asked.length > 0; asked = this.#unplaced()) {
      const { nodes } = await db.read({ nodes: selectTreeNodes(db, asked) });
      this.ctx.storage.transactionSync(() => storeCollections(this.#sql, asked, nodes));
    }
    return db.meter;
  }

  /** Reads unknown collections before the next search. If D1 fails, that search retries. */
  async #tryToPlace(): Promise<void> {
    try {
      await this.#place();
    } catch (error) {
      log("warn", "index_tree_refresh_failed", faultFields(error));
    }
  }

  #unplaced(): string[] {
    return outdatedCollections(this.#sql, MAX_COLLECTIONS_PER_QUERY);
  }
}
