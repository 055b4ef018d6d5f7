import type { Hono } from "hono";
import { createApp, platformOf } from "./app.ts";
import { ConfigError } from "./config.ts";
import type { Env } from "./env.ts";
import type { HttpEnv } from "./http/request-scope.ts";
import { AssetPipeline } from "./ingestion/asset-pipeline.ts";
import { KnowledgeIndex } from "./knowledge-index/knowledge-index.ts";
import { runMaintenance } from "./services/run-maintenance.ts";
import { createDatabase } from "./storage/d1/database.ts";
import { ThreadRoom } from "./thread-room/thread-room.ts";

export { AssetPipeline, KnowledgeIndex, ThreadRoom };

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
    await runMaintenance(createDatabase(env.DB), platformOf(env), new Date(controller.scheduledTime));
  },
} satisfies ExportedHandler<Env>;

/** A wrong setting stops everything; its message names the setting and holds no value. */
function refuseToServe(error: unknown): Response {
  console.error(error instanceof ConfigError ? `wrong setting: ${error.message}` : error);
  return Response.json({ code: "unavailable", message: "The service is not configured." }, { status: 503 });
}
