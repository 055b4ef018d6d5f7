import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ServiceError } from "../../domain/errors.ts";
import type { HttpEnv } from "../request-scope.ts";

const MAX_JSON_BODY_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

const limit = bodyLimit({
  maxSize: MAX_JSON_BODY_BYTES,
  onError: () => {
    throw new ServiceError("invalid_argument", "The body is larger than 1 MiB.", { bodyFault: "too_large" });
  },
});

/** Size and type of a JSON body, before its fields. @param mayLack whether the request may come without one */
export function jsonBody(mayLack: boolean): MiddlewareHandler<HttpEnv> {
  return (c, next) =>
    limit(c, () => {
      if (mayLack && isEmpty(c.req.raw)) {
        // Many clients declare JSON on every request: without the type, the empty body is not parsed.
        const headers = new Headers(c.req.raw.headers);
        headers.delete("content-type");
        c.req.raw = new Request(c.req.raw, { headers });
        return next();
      }
      if (JSON_TYPE.test(c.req.header("content-type") ?? "")) return next();
      throw new ServiceError("invalid_argument", "Send the body as `Content-Type: application/json`.", { bodyFault: "wrong_type" });
    });
}

function isEmpty({ body, headers }: Request): boolean {
  return body === null || headers.get("content-length") === "0";
}
