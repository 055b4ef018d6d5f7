import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../domain/errors.ts";
import type { HttpEnv } from "../request-scope.ts";

/** Refuses a change before the disk is full: a store that runs out of space in the middle of a write would keep everybody waiting. */
export const requireSpace: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const host = await c.var.scope.platform.host();
  const declared = Number(c.req.header("content-length") ?? "0");
  if (host !== null && (host.room <= 0 || declared > host.room)) {
    throw new ServiceError("unavailable", "The disk of this service is nearly full: nothing can be written until there is space again.");
  }
  await next();
};
