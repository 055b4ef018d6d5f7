import type { MiddlewareHandler } from "hono";
import { diskFull } from "../../domain/errors.ts";
import type { HttpEnv } from "../request-scope.ts";

/**
 * Rejects changes before the disk is full, because a store that runs out of space during a write would block
 * all requests.
 */
export const requireDiskSpace: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const declared = Number(c.req.header("content-length") ?? "0");
  if (!(await c.var.scope.platform.hasSpace(declared))) throw diskFull();
  await next();
};
