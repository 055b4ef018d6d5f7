import type { MiddlewareHandler } from "hono";
import { diskFull } from "../../domain/errors.ts";
import type { HttpEnv } from "../request-scope.ts";

/** Refuses a change before the disk is full: a store that runs out of space in the middle of a write would keep everybody waiting. */
export const requireSpace: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const declared = Number(c.req.header("content-length") ?? "0");
  if (!(await c.var.scope.platform.hasSpace(declared))) throw diskFull();
  await next();
};
