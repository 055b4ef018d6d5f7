import type { AssetPipeline } from "../ingestion/asset-pipeline.ts";
import type { KnowledgeIndex } from "../knowledge-index/knowledge-index.ts";
import type { ThreadRoom } from "../thread-room/thread-room.ts";

/** The stores and objects beside D1. */
export interface Platform {
  readonly bucket: R2Bucket;
  /** The room of a thread. */
  room(threadId: string): DurableObjectStub<ThreadRoom>;
  /** The index that holds a shard of an organization's passages. */
  index(organizationId: string, shard: number): DurableObjectStub<KnowledgeIndex>;
  /** The pipeline of an asset. */
  pipeline(assetId: string): DurableObjectStub<AssetPipeline>;
}
