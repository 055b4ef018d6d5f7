import type { Id } from "../domain/ids.ts";
import type { RefreshOutcome } from "../domain/page-refresh.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";

/** The RPC interface of `AssetPipeline`. */
export interface AssetPipelineApi extends Rpc.DurableObjectBranded {
  /** Starts processing of the asset in the state that D1 has. Idempotent. */
  start(input: StartInput): Promise<void>;
  /**
   * Fetches the asset's page again. Each caller gets the result of a fetch that started after its call.
   * @returns the result; null if the refresh takes longer than `waitMs` and continues without the caller
   */
  refresh(input: RefreshInput): Promise<RefreshEnd | null>;
  /**
   * Deletes all state of the pipeline after the current attempt has ended. D1 marks the asset as deleted
   * already.
   */
  purge(): Promise<void>;
}

/** Processes short texts of one organization in batches. */
export interface BulkIngestApi extends Rpc.DurableObjectBranded {
  /**
   * Resolves when each text is processed or was passed to its own pipeline. A lost text stays in the outbox.
   */
  process(ordered: readonly EnqueuedText[]): Promise<void>;
  /** Deletes the state of an asset after current work has ended. D1 marks the asset as deleted already. */
  purge(assetId: Id<"asset">): Promise<void>;
}

/** A short text with its outbox entry. */
export interface EnqueuedText extends AssetWithCollections {
  readonly order: string;
}

export interface StartInput {
  readonly assetId: Id<"asset">;
  /** The outbox entry, which the first commit of the work deletes. */
  readonly order?: string | null;
  /** The asset as the caller has just written it, which saves a read of D1. */
  readonly found?: AssetWithCollections | null;
}

export interface RefreshInput {
  readonly assetId: Id<"asset">;
  readonly waitMs: number;
}

export interface RefreshEnd {
  readonly outcome: RefreshOutcome;
  readonly asset: AssetRow;
}

/** An asset to process, with the collections that contain it directly. */
export interface AssetWithCollections {
  readonly asset: AssetRow;
  readonly collectionIds: readonly string[];
}
