import type { AssetPipeline } from "./ingestion/asset-pipeline.ts";
import type { KnowledgeIndex } from "./knowledge-index/knowledge-index.ts";
import type { ThreadRoom } from "./thread-room/thread-room.ts";

/** What the platform hands to the Worker and to every Durable Object: bindings, and settings as text (parsed by config.ts only). */
export interface Env {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
  readonly THREAD_ROOM: DurableObjectNamespace<ThreadRoom>;
  readonly KNOWLEDGE_INDEX: DurableObjectNamespace<KnowledgeIndex>;
  readonly REQUEST_LIMIT: RateLimit;
  readonly MESSAGE_LIMIT: RateLimit;
  readonly ASSET_PIPELINE: DurableObjectNamespace<AssetPipeline>;
  /** The network that pages are fetched through; without it, in production, the platform's own. */
  readonly CRAWLER?: Fetcher;
  readonly [setting: string]: unknown;
}
