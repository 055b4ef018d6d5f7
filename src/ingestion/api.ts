import type { Id } from "../domain/ids.ts";
import type { RefreshOutcome } from "../domain/page-refresh.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";

/** What the methods of `AssetPipeline` take and return over RPC. */
export interface AssetPipelineApi extends Rpc.DurableObjectBranded {
  /** Begins what D1 says is to be processed; harmless when said again. */
  start(input: StartInput): Promise<void>;
  /**
   * Fetches a page again. Anyone who asks gets a fetch that began after they asked.
   * @returns what came of it; null when it takes longer than `waitMs`, and continues
   */
  refresh(input: RefreshInput): Promise<RefreshEnd | null>;
  /** Forgets everything, once what is under way has ended; D1 says already that the asset is deleted. */
  forget(): Promise<void>;
}

/** Reads short texts of one organization, announced together, side by side. */
export interface ShortTextsApi extends Rpc.DurableObjectBranded {
  /** Until each of them has ended, or its own pipeline has it. What is lost on the way is still in the outbox. */
  read(ordered: readonly OrderedText[]): Promise<void>;
  /** Forgets an asset that D1 says is deleted, once nothing of it is under way. */
  forget(assetId: Id<"asset">): Promise<void>;
}

/** A short text, and the order in the outbox that it is read for. */
export interface OrderedText extends FoundAsset {
  readonly order: string;
}

export interface StartInput {
  readonly assetId: Id<"asset">;
  /** In the outbox, which the work takes away with its first commit. */
  readonly order?: string | null;
  /** The asset as the caller has just written it. */
  readonly found?: FoundAsset | null;
}

export interface RefreshInput {
  readonly assetId: Id<"asset">;
  readonly waitMs: number;
}

export interface RefreshEnd {
  readonly outcome: RefreshOutcome;
  readonly asset: AssetRow;
}

/** An asset to be processed, and the collections that hold it directly. */
export interface FoundAsset {
  readonly asset: AssetRow;
  readonly collectionIds: readonly string[];
}
