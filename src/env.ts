import type { AssetPipelineApi, BulkIngestApi } from "./ingestion/api.ts";
import type { KnowledgeIndexApi } from "./knowledge-index/api.ts";
import type { ThreadRoomApi } from "./thread-room/api.ts";

/**
 * Environment of the Worker and of every Durable Object. Only platform.ts reads its bindings, and only
 * config.ts reads its settings, which are text.
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
  /** Worker that reads files and fetches pages. Without this binding, the service does neither. */
  readonly SANDBOX?: Fetcher;
  /** The process that runs the embedding model and the reader. Bound only on a machine of one's own. */
  readonly LOCAL_MODELS?: Fetcher;
  /** Workers AI. It embeds and reads texts where no `LOCAL_MODELS` runs, and runs models that settings name. */
  readonly AI?: unknown;
  /** The files of the built console. */
  readonly ASSETS: Fetcher;
  /** Reports the state of the host machine. Bound only under `npm start`. */
  readonly HOST?: Fetcher;
  readonly [setting: string]: unknown;
}
