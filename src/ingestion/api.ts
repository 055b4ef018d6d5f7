import type { Id } from "../domain/ids.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";

/** What the methods of `AssetPipeline` take and return over RPC. */
export interface AssetPipelineApi extends Rpc.DurableObjectBranded {
  /** Begins what D1 says is to be processed; harmless when said again. */
  start(input: StartInput): Promise<void>;
  /** Forgets everything, once what is under way has ended; D1 says already that the asset is deleted. */
  forget(): Promise<void>;
}

export interface StartInput {
  readonly assetId: Id<"asset">;
  /** In the outbox, which the work takes away with its first commit. */
  readonly order?: string | null;
  /** The asset as the caller has just written it. */
  readonly found?: FoundAsset | null;
}

/** An asset to be processed, and the collections that hold it directly. */
export interface FoundAsset {
  readonly asset: AssetRow;
  readonly collectionIds: readonly string[];
}
