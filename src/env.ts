import type { AssetPipelineApi, ShortTextsApi } from "./ingestion/api.ts";
import type { KnowledgeIndexApi } from "./knowledge-index/api.ts";
import type { ThreadRoomApi } from "./thread-room/api.ts";

/** What the runtime hands to the Worker and to every Durable Object: bindings (read by platform.ts only), and settings as text (by config.ts only). */
export interface Env {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
  readonly THREAD_ROOM: DurableObjectNamespace<ThreadRoomApi>;
  readonly KNOWLEDGE_INDEX: DurableObjectNamespace<KnowledgeIndexApi>;
  readonly REQUEST_LIMIT: RateLimit;
  readonly MESSAGE_LIMIT: RateLimit;
  readonly ASSET_PIPELINE: DurableObjectNamespace<AssetPipelineApi>;
  readonly SHORT_TEXTS: DurableObjectNamespace<ShortTextsApi>;
  /** The Worker that reads files and fetches pages; without it nothing is read. */
  readonly SANDBOX?: Fetcher;
  /** The Worker that knows what English words and sentences mean; without it only their spelling counts. */
  readonly SEMANTIC_MODEL?: Fetcher;
  /** Workers AI, for the settings `EMBEDDER` and `MODELS` alone. */
  readonly AI?: unknown;
  /** Tells of the machine that the service runs on, with `npm start`. */
  readonly HOST?: Fetcher;
  readonly [setting: string]: unknown;
}
