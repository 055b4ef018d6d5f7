import type { MiddlewareHandler } from "hono";
import type { HttpEnv } from "../request-scope.ts";

/** An upload that is refused may be on its way already. */
const DRAIN_MAX_BYTES = 128 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/**
 * An answer that leaves before its request's body was read would end the connection without a word, and the next request on it would fail.
 * The rest is read to its end, for ten seconds and as long as an upload at the most; else the answer says `Connection: close`.
 */
export const finishBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const request = c.req.raw;
  await next();
  if (request.body === null || c.res.status === 101) return;
  if (!(await isFinished(request, c.res.status))) c.res.headers.set("connection", "close");
};

async function isFinished(request: Request, status: number): Promise<boolean> {
  // A body that somebody began to read is at its end, unless it was too large, or its place in the bucket failed.
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
