import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../request-scope.ts";

/** Bytes to drain at most. The client may still be sending a rejected upload. */
const DRAIN_MAX_BYTES = 128 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/**
 * Drains the request's body for up to ten seconds and 128 MiB; otherwise sends `Connection: close`. A
 * response before the end of the body would break the connection and the next request on it.
 */
export const drainRequestBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const request = c.req.raw;
  await next();
  if (request.body === null || c.res.status === 101) return;
  if (!(await isFinished(request, c.res.status))) c.res.headers.set("connection", "close");
};

async function isFinished(request: Request, status: number): Promise<boolean> {
  // A handler reads a body to its end, unless the body is too large or the bucket fails.
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
