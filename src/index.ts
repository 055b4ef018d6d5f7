import type { Hono } from "hono";
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import { refuseToServe } from "./refuse-to-serve.ts";
import type { HttpEnv } from "./http/request-scope.ts";
import { AssetPipeline } from "./ingestion/asset-pipeline.ts";
import { BulkIngest } from "./ingestion/bulk-ingest/bulk-ingest.ts";
import { KnowledgeIndex } from "./knowledge-index/knowledge-index.ts";
import { runScheduledMaintenance, pollWebhooksUntilNextRun } from "./scheduled.ts";
import { platformOf } from "./platform.ts";
import { ThreadRoom } from "./thread-room/thread-room.ts";

export { AssetPipeline, KnowledgeIndex, BulkIngest, ThreadRoom };

let app: Hono<HttpEnv> | null = null;

export default {
  fetch(request, env, ctx) {
    try {
      app ??= createApp(env);
    } catch (error) {
      return refuseToServe(error);
    }
    return app.fetch(request, env, ctx);
  },
  async scheduled(controller, env) {
    const platform = platformOf(env);
    await runScheduledMaintenance(platform, new Date(controller.scheduledTime));
    await pollWebhooksUntilNextRun(platform, new Date());
  },
} satisfies ExportedHandler<Env>;
