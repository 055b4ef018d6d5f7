import { Hono } from "hono";
import { configOf } from "./config.ts";
import { ServiceError } from "./domain/errors.ts";
import { newId } from "./domain/ids.ts";
import type { Env } from "./env.ts";
import { operations, rawRoutes } from "./http/operations.ts";
import { isConsoleNavigation, respondConsole } from "./http/console/respond-console.ts";
import { serveConsoleFile } from "./http/console/serve-console-file.ts";
import { mapError } from "./http/map-error.ts";
import { corsMiddleware } from "./http/middleware/cors.ts";
import { drainRequestBody } from "./http/middleware/drain-request-body.ts";
import { answerHeaders } from "./http/middleware/answer-headers.ts";
import { rejectOwnCrawler } from "./http/middleware/reject-own-crawler.ts";
import { rejectionLimit } from "./http/middleware/rate-limit.ts";
import { requestLog } from "./http/middleware/request-log.ts";
import { registerRoutes } from "./http/register.ts";
import type { HttpEnv } from "./http/request-scope.ts";
import { respondError } from "./http/respond.ts";
import { browserOf } from "./http/session-cookie.ts";
import { createInlineRunner } from "./jobs/inline-runner.ts";
import { platformOf } from "./platform.ts";

/**
 * Creates the HTTP application for a configuration.
 * @throws ConfigError if a setting is missing or invalid
 */
export function createApp(env: Env): Hono<HttpEnv> {
  const config = configOf(env);
  const platform = platformOf(env);
  const runJobs = createInlineRunner(platform);
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set("scope", {
      operationId: newId("op"),
      startedAt: Date.now(),
      config,
      platform,
      runJobs,
      db: platform.database(),
      principal: { kind: "anonymous" },
      browser: null,
      consent: null,
      actorId: "",
      eventKey: "",
      rejection: {},
      countedKey: "",
      route: "",
      operation: "",
      errorBody: null,
      challenge: "Bearer",
    });
    c.var.scope.browser = browserOf(c);
    await next();
  });
  app.get("/assets/*", serveConsoleFile);
  app.use(drainRequestBody);
  app.use(requestLog);
  app.use(answerHeaders);
  app.use(rejectionLimit);
  app.use(rejectOwnCrawler);
  app.use(corsMiddleware(config.corsOrigins));
  registerRoutes(app, operations, rawRoutes);
  app.notFound(async (c) =>
    isConsoleNavigation(c)
      ? await respondConsole(c)
      : respondError(c, new ServiceError("not_found", "There is nothing at this path.")),
  );
  app.onError(async (error, c) => respondError(c, await mapError(platform, error)));
  return app;
}
