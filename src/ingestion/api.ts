import type { Id } from "../domain/ids.ts";
import type { RefreshOutcome } from "../domain/page-refresh.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";

/** The RPC interface of `AssetPipeline`. */
export interface AssetPipelineApi extends Rpc.DurableObjectBranded {
  /** Starts processing of the asset in its D1 state. Idempotent. */
  start(input: StartInput): Promise<void>;
  /**
   * Fetches a page again. Each caller gets a fetch that started after its call.
   * @returns the result; null when it takes longer than `waitMs`, and then the refresh continues
   */
  refresh(input: RefreshInput): Promise<RefreshEnd | null>;
  /** Deletes all state after the current attempt has ended. D1 has the asset as deleted already. */
  purge(): Promise<void>;
}

/** Processes short texts of one organization that were announced together. */
export interface BulkIngestApi extends Rpc.DurableObjectBranded {
  /** Resolves when each text is processed or handed to its own pipeline. The outbox keeps lost ones. */
  process(ordered: readonly EnqueuedText[]): Promise<void>;
  /** Deletes the state of an asset that D1 has as deleted, after current work has ended. */
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
  /** The asset as the caller has just written it. */
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
