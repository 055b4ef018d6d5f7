import { Hono } from "hono";
import { cors } from "hono/cors";
import { type Config, configOf } from "./config.ts";
import { ServiceError } from "./domain/errors.ts";
import { newId } from "./domain/ids.ts";
import type { Env } from "./env.ts";
import { operations, rawRoutes } from "./http/operations.ts";
import { refuseOwnCrawler } from "./http/middleware/refuse-own-crawler.ts";
import { requestLog } from "./http/middleware/request-log.ts";
import { registerRoutes } from "./http/register.ts";
import type { HttpEnv } from "./http/request-scope.ts";
import { respondError } from "./http/respond.ts";
import type { Platform } from "./services/platform.ts";
import { createDatabase } from "./storage/d1/database.ts";

/** The whole HTTP side of the service for one configuration. @throws ConfigError when a setting is missing or wrong */
export function createApp(env: Env): Hono<HttpEnv> {
  const config = configOf(env);
  const platform = platformOf(env);
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set("scope", {
      operationId: newId("op"),
      startedAt: Date.now(),
      config,
      platform,
      db: createDatabase(env.DB),
      principal: { kind: "anonymous" },
      consent: null,
      actorId: "",
      route: "",
      operation: "",
    });
    await next();
  });
  app.use(requestLog);
  app.use(refuseOwnCrawler);
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config));
  registerRoutes(app, operations, rawRoutes);
  app.notFound((c) => respondError(c, new ServiceError("not_found", "There is nothing at this path.")));
  app.onError((error, c) => respondError(c, error));
  return app;
}

/** The stores beside D1, by the names that the rest of the service calls them. */
export function platformOf(env: Env): Platform {
  return {
    bucket: env.BUCKET,
    room: (threadId) => env.THREAD_ROOM.getByName(threadId),
    index: (organizationId, shard) => env.KNOWLEDGE_INDEX.getByName(`${organizationId}/${shard}`),
    pipeline: (assetId) => env.ASSET_PIPELINE.getByName(assetId),
  };
}

function crossOrigin(config: Config) {
  return cors({
    origin: [...config.corsOrigins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: ["authorization", "content-type", "if-match", "if-none-match", "idempotency-key", "range", "x-merge-authorization"],
    exposeHeaders: ["ETag", "x-operation-id", "Retry-After"],
    credentials: false,
    maxAge: 86_400,
  });
}
