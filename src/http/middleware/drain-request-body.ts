import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../request-scope.ts";

/** A rejected upload may be under way already. */
const DRAIN_MAX_BYTES = 128 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/**
 * A response before the end of its request's body would break the connection and the next request on it. The
 * middleware drains the body for up to ten seconds and 128 MiB; otherwise it sends `Connection: close`.
 */
export const drainRequestBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const request = c.req.raw;
  await next();
  if (request.body === null || c.res.status === 101) return;
  if (!(await isFinished(request, c.res.status))) c.res.headers.set("connection", "close");
};

async function isFinished(request: Request, status: number): Promise<boolean> {
  // A body that a handler read is at its end, unless it was too large or the bucket failed.
  if (request.bodyUsed) return status < 400 || (status !== 413 && request.method !== "PUT");
  const declared = Number(request.headers.get("content-length") ?? "0");
  return declared <= DRAIN_MAX_BYTES && (await drain(request));
}

async function drain({ body }: Request): Promise<boolean> {
  const reader = body?.getReader();
  if (reader === undefined) return true;
  const deadline = AbortSignal.timeout(DRAIN_MAX_MS);
  const { promise: late, reject } = Promise.withResolvers<never>();
  deadline.addEventListener("abort", () => reject(new Error("the body is slow")));
  try {
    for (let bytes = 0; bytes <= DRAIN_MAX_BYTES;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return true;
      bytes += (value as Uint8Array).byteLength;
    }
    return false;
  } catch {
    return false;
  }
}
