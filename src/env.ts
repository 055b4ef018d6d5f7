import type { AssetPipelineApi, BulkIngestApi } from "./ingestion/api.ts";
import type { KnowledgeIndexApi } from "./knowledge-index/api.ts";
import type { ThreadRoomApi } from "./thread-room/api.ts";

/**
 * The environment of the Worker and of every Durable Object: bindings (only platform.ts reads them) and
 * settings as text (only config.ts reads them).
 */
export interface Env {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
  readonly THREAD_ROOM: DurableObjectNamespace<ThreadRoomApi>;
  readonly KNOWLEDGE_INDEX: DurableObjectNamespace<KnowledgeIndexApi>;
  readonly REQUEST_LIMIT: RateLimit;
  readonly MESSAGE_LIMIT: RateLimit;
  readonly ASSET_PIPELINE: DurableObjectNamespace<AssetPipelineApi>;
  readonly BULK_INGEST: DurableObjectNamespace<BulkIngestApi>;
  /** The Worker that reads files and fetches pages. Without it, the service does neither. */
  readonly SANDBOX?: Fetcher;
  /**
   * The Worker that computes the meaning of English words and sentences. Without it, only spelling counts.
   */
  readonly SEMANTIC_MODEL?: Fetcher;
  /** Workers AI, used only by the settings `EMBEDDER` and `MODELS`. */
  readonly AI?: unknown;
  /** Reports the state of the host machine under `npm start`. */
  readonly HOST?: Fetcher;
  readonly [setting: string]: unknown;
}
