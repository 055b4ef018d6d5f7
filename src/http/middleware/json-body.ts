import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ServiceError } from "../../domain/errors.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../domain/json-depth.ts";
import type { HttpEnv } from "../request-scope.ts";

const MAX_JSON_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

const limit = bodyLimit({
  maxSize: MAX_JSON_BODY_BYTES,
  onError: () => {
    throw new ServiceError("invalid_argument", "The body is larger than 1 MiB.", { bodyFault: "too_large" });
  },
});

/**
 * Checks size, type and depth of a JSON body before its fields.
 * @param mayLack whether the body is optional
 */
export function jsonBody(mayLack: boolean): MiddlewareHandler<HttpEnv> {
  return (c, next) =>
    limit(c, async () => {
      if (mayLack && (await isEmpty(c.req))) {
        // Removes the content type of an empty body, which Hono would otherwise parse as JSON. Many clients
        // declare JSON on every request.
        const { url, method, headers: given, signal } = c.req.raw;
        const headers = new Headers(given);
        headers.delete("content-type");
        c.req.raw = new Request(url, { method, headers, signal });
        return await next();
      }
      if (!JSON_TYPE.test(c.req.header("content-type") ?? "")) {
        throw new ServiceError("invalid_argument", "Send the body as `Content-Type: application/json`.", {
          bodyFault: "wrong_type",
        });
      }
      // Hono caches this text and parses it later.
      if (isTooDeep(await c.req.text())) {
        throw new ServiceError(
          "invalid_argument",
          `The body nests lists and objects deeper than ${MAX_JSON_DEPTH} levels.`,
        );
      }
      return await next();
    });
}

/**
 * Whether the body is empty. A client without a declared length may send nothing, as curl does. Hono caches
 * the bytes that this function reads.
 */
async function isEmpty(request: HonoRequest): Promise<boolean> {
  const { body, headers } = request.raw;
  const length = headers.get("content-length");
  return (
    body === null || length === "0" || (length === null && (await request.arrayBuffer()).byteLength === 0)
  );
}
