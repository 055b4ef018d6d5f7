import { DurableObject } from "cloudflare:workers";
import type { Passage } from "../domain/retrieval.ts";
import type { Env } from "../env.ts";
import { faultFields, log } from "../log.ts";
import { type Platform, platformOf } from "../platform.ts";
import type { Meter } from "../storage/d1/core/database.ts";
import { listTreeNodes } from "../storage/d1/search/index-tree.ts";
import type {
  IndexStats,
  KnowledgeIndexApi,
  PurgedRows,
  ReadBeginningsInput,
  RemoveAssetInput,
  ReplaceAssetInput,
  ReplaceAssetResult,
  SearchAnswer,
  SearchInput,
  SetAssetCollectionsInput,
  SpellAnswer,
  SpellInput,
} from "./api.ts";
import { forgettingDue } from "./forgetting.ts";
import { cleanUp } from "./clean-up.ts";
import { distrustCollections, placeCollections, unplacedCollections } from "./collection-tree.ts";
import { stemmer } from "./indexed-words.ts";
import { arm, type IndexStore } from "./index-store.ts";
import { readBeginnings } from "./read-beginnings.ts";
import { readQuestion } from "./meaning/question-meaning.ts";
import { mergeSegments } from "./merge-segments.ts";
import { countPassages, placeAsset, removeRun } from "./place-asset.ts";
import { countRemains, purgeRows } from "./purge-rows.ts";
import { replaceAsset } from "./replace-asset.ts";
import { replaceTogether } from "./replace-together.ts";
import type { Embedders } from "../models/embedder.ts";
import type { Semantic } from "../semantic/api.ts";
import { rememberWords } from "../semantic/remember-words.ts";
import { AskedVectors, QUESTION_MS } from "./sentence-vectors/asked-vectors.ts";
import { encodeWaiting } from "./sentence-vectors/encode-waiting.ts";
import { isEncoding } from "./sentence-vectors/encoding-queue.ts";
import { sendReports } from "./sentence-vectors/embedding-reports.ts";
import { reportsDue } from "./sentence-vectors/report-queue.ts";
import { needsSet } from "./sentence-vectors/vector-sets.ts";
import { createSchema, recreateSchema } from "./schema.ts";
import { searchPassages } from "./search-passages.ts";
import { spellWords } from "./spelling/spell-words.ts";
import { readTotals } from "./totals.ts";

/** How many collections D1 is asked about at once. */
const PLACED_AT_ONCE = 1_000;

/**
 * The passages of one organization (one shard of them), found by their words. Derived from R2 and D1: it may be lost and made again.
 * Nothing holds it for long: what takes more than some 30 ms is done in slices, with other calls between them.
 */
export class KnowledgeIndex extends DurableObject<Env> implements KnowledgeIndexApi {
  /** Between any two slices. A test may look on; callers cannot reach it. */
  breathe: () => Promise<unknown> = () => scheduler.wait(0);
  /** Who makes vectors, and how long a question waits for its own. A test may name others; callers cannot reach them. */
  embedders: Embedders;
  questionMs = QUESTION_MS;
  readonly #sql: SqlStorage;
  readonly #store: IndexStore;
  readonly #platform: Platform;
  readonly #semantic: Semantic;
  readonly #asked: AskedVectors;
  readonly #stemOf = stemmer();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#platform = platformOf(env);
    // Organizations take turns. An object that was called by its number has that instead of a name.
    const [organizationId] = (ctx.id.name ?? ctx.id.toString()).split("/");
    this.#semantic = rememberWords(this.#platform.semantic(organizationId));
    this.embedders = this.#platform.embedders(organizationId);
    this.#asked = new AskedVectors(this.#sql);
    const encodes = (): boolean => this.embedders.current !== null;
    this.#store = { storage: ctx.storage, bucket: this.#platform.bucket, encodes, breathe: () => this.breathe() };
    createSchema(ctx.storage);
    // Vectors are missing if no embedder, or another one, was configured when the texts came.
    const { current } = this.embedders;
    if (current !== null && (isEncoding(this.#sql) || needsSet(this.#sql, current) || reportsDue(this.#sql, 0) !== null))
      void ctx.blockConcurrencyWhile(async () => await this.#armIdle());
  }

  /** @throws ServiceError `failed_precondition` when text and chunk map do not fit each other or the version; `aborted`: call it again */
  async replaceAsset(input: ReplaceAssetInput): Promise<ReplaceAssetResult> {
    const result = await replaceAsset(this.#store, input);
    await this.#tryToPlace();
    return result;
  }

  /** @throws ServiceError as `replaceAsset` does, for any of them; what was replaced before stays so */
  async replaceAssets(inputs: readonly ReplaceAssetInput[]): Promise<readonly ReplaceAssetResult[]> {
    const results = await replaceTogether(this.#store, inputs);
    await this.#tryToPlace();
    return results;
  }

  /** Leaves the run as a tombstone: it and earlier ones are refused from now on. A later run than the one named stays as it is. */
  async removeAsset(input: RemoveAssetInput): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      removeRun(this.#sql, input);
      mergeSegments(this.#sql);
    });
    await arm(this.#store);
  }

  /** Removes the asset for good, a bounded part of it a call. No later run of it is taken. */
  async purgeAsset(assetId: string): Promise<PurgedRows> {
    return await purgeRows(this.#store, assetId);
  }

  /** Takes effect at once, also for an asset whose first run has not come yet; a long text is found by its new name a little later. */
  async setAssetCollections(input: SetAssetCollectionsInput): Promise<void> {
    this.ctx.storage.transactionSync(() => placeAsset(this.#sql, input));
    await arm(this.#store);
    await this.#tryToPlace();
  }

  /** These have moved: asks D1 where they stand. Until it has answered, every search asks. @throws what D1 throws */
  async collectionsMoved(collectionIds: readonly string[]): Promise<void> {
    distrustCollections(this.#sql, collectionIds);
    await this.#place();
  }

  /** Never fails on a query's text. An empty scope finds nothing. */
  async search(input: SearchInput): Promise<SearchAnswer> {
    const semantic = this.#semantic;
    const vectorOf = async (query: string, isEnglish: boolean) =>
      await this.#asked.ask(this.embedders, { question: query, isEnglish, waitMs: this.questionMs });
    const question = await readQuestion(semantic, input.query, { vectorOf, stemOf: this.#stemOf });
    const { trips, rowsRead } = await this.#place();
    return { ...(await searchPassages(this.#sql, semantic, question, input)), cost: { trips, rowsRead } };
  }

  /** The first passages of documents, in the order of their texts; nothing of one that is not held. Scope is the caller's to know. */
  // oxlint-disable-next-line typescript/require-await -- over RPC it is a promise
  async readBeginnings(input: ReadBeginningsInput): Promise<readonly Passage[]> {
    return readBeginnings(this.#sql, input);
  }

  /** Words of a prompt that nothing in scope holds, with what they may be slips for. */
  async spell({ prompt, ...scope }: SpellInput): Promise<SpellAnswer> {
    const { trips, rowsRead } = await this.#place();
    return { words: await spellWords(this.#sql, prompt, scope, () => this.breathe()), cost: { trips, rowsRead } };
  }

  stats(): IndexStats {
    return readTotals(this.#sql);
  }

  countPassages(assetId: string): number {
    return countPassages(this.#sql, assetId);
  }

  countRemains(assetId: string): number {
    return countRemains(this.#sql, assetId);
  }

  /** Forgets everything, tombstones too; the caller replaces every asset again. */
  async clear(): Promise<void> {
    this.ctx.storage.transactionSync(() => recreateSchema(this.ctx.storage, Date.now()));
    this.#asked.forget();
    await arm(this.#store);
  }

  override async alarm(): Promise<void> {
    const wasForgetting = forgettingDue(this.#sql) !== null;
    await cleanUp(this.#store);
    if (wasForgetting && forgettingDue(this.#sql) === null) await this.#platform.cleanStores();
    await encodeWaiting(this.#store, this.embedders.current);
    await sendReports(this.#store, this.embedders.current, this.#platform.database());
  }

  async #armIdle(): Promise<void> {
    const { storage } = this.ctx;
    if ((await storage.getAlarm()) === null) await arm(this.#store);
    // Of a model that was just named nothing is ordered yet: the alarm does that.
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now());
  }

  /** Asks D1 where the collections stand that the tree does not know, so many at a time. */
  async #place(): Promise<Meter> {
    const db = this.#platform.database();
    for (let asked = this.#unplaced(); asked.length > 0; asked = this.#unplaced()) {
      const { nodes } = await db.read({ nodes: listTreeNodes(db, asked) });
      this.ctx.storage.transactionSync(() => placeCollections(this.#sql, asked, nodes));
    }
    return db.meter;
  }

  /** Ahead of the next search, which asks again if this fails. */
  async #tryToPlace(): Promise<void> {
    try {
      await this.#place();
    } catch (error) {
      log("warn", "index_placing_failed", faultFields(error));
    }
  }

  #unplaced(): string[] {
    return unplacedCollections(this.#sql, PLACED_AT_ONCE);
  }
}
