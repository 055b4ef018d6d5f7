import { DurableObject } from "cloudflare:workers";
import type { SearchResult } from "../domain/retrieval.ts";
import type { Env } from "../env.ts";
import type { IndexStats, RemoveAssetInput, ReplaceAssetInput, ReplaceAssetResult, SearchInput, SetAssetCollectionsInput } from "./api.ts";
import { findAssetRow, isOlderRun, placeAsset, removeRun, withNewerPlacement, writeRun } from "./asset-rows.ts";
import { readChunkedText } from "./chunk-map.ts";
import { createSchema, recreateSchema } from "./schema.ts";
import { searchPassages } from "./search-passages.ts";

/** The passages of one organization (one shard of them), found by their words. Derived from R2 and D1: it may be lost and made again. */
export class KnowledgeIndex extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    createSchema(this.#sql);
  }

  /**
   * Other calls run while R2 is read, so the run and the placement are looked at again within the transaction.
   * @throws ServiceError `failed_precondition` when the text or its chunk map is missing, or they do not fit each other or the version
   */
  async replaceAsset(input: ReplaceAssetInput): Promise<ReplaceAssetResult> {
    const before = findAssetRow(this.#sql, input.assetId);
    if (before && isOlderRun(before, input.run)) return { outcome: "older_run", chunks: before.chunks };
    const content = await readChunkedText(this.env.BUCKET, input);
    return this.ctx.storage.transactionSync((): ReplaceAssetResult => {
      const now = findAssetRow(this.#sql, input.assetId);
      if (now && isOlderRun(now, input.run)) return { outcome: "older_run", chunks: now.chunks };
      writeRun(this.#sql, withNewerPlacement(this.#sql, input, now, before?.placements ?? 0), content);
      return { outcome: "replaced", chunks: content.chunks.length };
    });
  }

  /** Leaves the run as a tombstone: it and earlier ones are refused from now on. A later run than the one named stays as it is. */
  removeAsset(input: RemoveAssetInput): void {
    this.ctx.storage.transactionSync(() => removeRun(this.#sql, input));
  }

  /** Takes effect at once, also for an asset whose first run has not come yet. */
  setAssetCollections(input: SetAssetCollectionsInput): void {
    this.ctx.storage.transactionSync(() => placeAsset(this.#sql, input));
  }

  /** Never fails on a query's text. An empty scope finds nothing. */
  search(input: SearchInput): SearchResult {
    return searchPassages(this.#sql, input);
  }

  stats(): IndexStats {
    const select = "SELECT count(*) AS assets, coalesce(sum(chunks), 0) AS chunks FROM asset WHERE version IS NOT NULL";
    return this.#sql.exec<{ assets: number; chunks: number }>(select).one();
  }

  /** Forgets everything, tombstones too; the caller replaces every asset again. */
  clear(): void {
    this.ctx.storage.transactionSync(() => recreateSchema(this.#sql));
  }
}
