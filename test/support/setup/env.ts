import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { LocalSecrets } from "../../../scripts/lib/secrets.ts";
import type { Env } from "../../../src/env.ts";
import type { AssetPipeline } from "../../../src/ingestion/asset-pipeline.ts";
import type { BulkIngest } from "../../../src/ingestion/bulk-ingest/bulk-ingest.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import type { WorkersAi } from "../../../src/models/run-workers-ai.ts";
import type { ThreadRoom } from "../../../src/thread-room/thread-room.ts";

/** The Durable Objects as classes, because tests also trigger their alarms. */
interface Objects {
  readonly THREAD_ROOM: DurableObjectNamespace<ThreadRoom>;
  readonly KNOWLEDGE_INDEX: DurableObjectNamespace<KnowledgeIndex>;
  readonly ASSET_PIPELINE: DurableObjectNamespace<AssetPipeline>;
  readonly BULK_INGEST: DurableObjectNamespace<BulkIngest>;
}

/** The Worker's environment in tests: real bindings, local settings, and test-only bindings. */
export const testEnv = env as unknown as Objects &
  Env & {
    readonly TEST_MIGRATIONS: D1Migration[];
    readonly TEST_SECRETS: LocalSecrets;
    readonly WORKERS_AI: WorkersAi;
  };
