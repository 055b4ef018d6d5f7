import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../domain/errors.ts";
import { CRAWLER_USER_AGENT } from "../../services/assets/crawl-url.ts";
import type { HttpEnv } from "../request-scope.ts";

/** Rejects requests of the service's own crawler, under any host name and after any redirect. */
export const rejectOwnCrawler: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header("user-agent") === CRAWLER_USER_AGENT) {
    throw new ServiceError(
      "permission_denied",
      "The crawler of this service does not fetch the service itself.",
    );
  }
  await next();
};
