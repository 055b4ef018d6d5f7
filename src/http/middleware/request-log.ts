import type { MiddlewareHandler } from "hono";
import { log } from "../../log.ts";
import { countRequest } from "../request-counts.ts";
import type { HttpEnv, RequestScope } from "../request-scope.ts";

/**
 * Logs one line per request, and sends headers with the request's id and times. The log never contains a URL,
 * a token, content or a bound value.
 */
export const requestLog: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const scope = c.var.scope;
  if (c.res.status === 101) return logLine(scope, c.req.method, 101);
  c.res.headers.set("x-operation-id", scope.operationId);
  if (scope.config.serverTiming) c.res.headers.set("server-timing", serverTiming(scope));
  logLine(scope, c.req.method, c.res.status);
};

function serverTiming({ db, startedAt }: RequestScope): string {
  return `total;dur=${Date.now() - startedAt}, d1;desc="${db.meter.trips} trips, ${db.meter.rowsRead} rows read"`;
}

function logLine(scope: RequestScope, method: string, status: number): void {
  const { route, operationId, actorId, db, startedAt, rejection: refusal } = scope;
  const ms = Date.now() - startedAt;
  const { trips, rowsRead } = db.meter;
  countRequest({ method, route, status, ms });
  const level = status >= 500 ? "error" : "info";
  log(level, "request", { method, route, operationId, actorId, status, ms, trips, rowsRead, ...refusal });
}
