import type { OperationId } from "../domain/operation-ids.ts";
import { zValidator } from "@hono/zod-validator";
import type { Hono, MiddlewareHandler } from "hono";
import type * as z from "zod";
import { redirectToPage } from "./console/redirect-to-page.ts";
import { rejectDryRun } from "./dry-run.ts";
import { fieldErrors, MethodNotAllowedError } from "./errors.ts";
import { credential } from "./middleware/credential.ts";
import { jsonBody } from "./middleware/json-body.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import { requireDiskSpace } from "./middleware/require-disk-space.ts";
import { LANGUAGE_MODEL_OPERATIONS, mayLackBody, type Operation, type Audience } from "./operation.ts";
import { type ErrorBody, type AppContext, type HttpEnv, originOf } from "./request-scope.ts";
import { respond } from "./respond.ts";
import { runOperation } from "./run-operation.ts";

/** A route without an envelope, for bytes, text or a socket. */
export interface RawRoute {
  readonly id: OperationId;
  readonly method: "GET" | "PUT" | "POST";
  readonly path: string;
  /**
   * With `socket`, the route itself authenticates, because browsers cannot send an Authorization header with
   * a socket.
   */
  readonly audience: Audience | "socket";
  /** Whether the route accepts API keys. */
  readonly acceptsKeys?: true;
  /** The required right in a few words. */
  readonly access: string;
  readonly summary: string;
  /** The schema of a JSON body, which `handle` reads with `c.req.valid("json")`. */
  readonly body?: z.ZodType;
  /** The format of errors, if it differs from the envelope. */
  readonly errorBody?: ErrorBody;
  /** The value of `WWW-Authenticate` after a rejected credential. Default: `Bearer`. */
  readonly challenge?: (origin: string) => string;
  readonly handle: (c: AppContext) => Promise<Response>;
}

type App = Hono<HttpEnv>;

interface Entry {
  readonly method: string;
  /** Whether HEAD is allowed, for a GET that writes nothing. */
  readonly takesHead: boolean;
  readonly handlers: MiddlewareHandler<HttpEnv>[];
}

/**
 * Registers every route: literal paths before patterns, and a 405 response for other methods of each path.
 */
export function registerRoutes(app: App, operations: readonly Operation[], raw: readonly RawRoute[]): void {
  const byPath = new Map<string, Entry[]>();
  const add = (path: string, entry: Entry): void => {
    const shape = honoPath(path);
    byPath.set(shape, [...(byPath.get(shape) ?? []), entry]);
  };
  for (const operation of operations) {
    const { method, changes } = operation;
    add(operation.path, {
      method,
      takesHead: method === "GET" && !changes,
      handlers: operationHandlers(operation),
    });
  }
  for (const route of raw)
    add(route.path, {
      method: route.method,
      takesHead: route.method === "GET",
      handlers: rawHandlers(route),
    });
  for (const path of [...byPath.keys()].sort(literalFirst)) {
    const entries = byPath.get(path) ?? [];
    const refuse = methodNotAllowed(entries);
    for (const { method, takesHead, handlers } of entries)
      app.on([method], [path], ...(takesHead ? [] : [refusingHead(refuse)]), ...handlers);
    app.all(path, refuse);
  }
}

/**
 * The handlers of an operation. They check path, method, credential, body size, body type and fields, then
 * run the use case.
 */
function operationHandlers(operation: Operation): MiddlewareHandler<HttpEnv>[] {
  const limits = limitsOf(operation.id);
  const space = operation.changes ? [requireDiskSpace] : [];
  const handlers = [
    naming(operation.id, operation.path),
    ...(operation.linkedPage === null ? [] : [redirectToPage(operation.linkedPage)]),
    credential(operation.audience, operation.acceptsKeys, operation.acceptsSessions),
    ...limits,
    ...space,
  ];
  if (operation.body !== null) handlers.push(jsonBody(mayLackBody(operation.method, operation.body)));
  handlers.push(validate("param", operation.params), validate("query", operation.query));
  if (operation.body !== null) handlers.push(validate("json", operation.body));
  handlers.push(async (c) => {
    const valid = (target: "param" | "query" | "json"): unknown => c.req.valid(target as never);
    const input = {
      params: valid("param"),
      query: valid("query"),
      body: operation.body === null ? null : valid("json"),
    };
    const outcome = await runOperation(c, operation, input);
    return operation.envelope ? respond(c, outcome, operation.message) : Response.json(outcome.data);
  });
  return handlers;
}

function limitsOf(id: string): MiddlewareHandler<HttpEnv>[] {
  return LANGUAGE_MODEL_OPERATIONS.has(id)
    ? [rateLimit("request"), rateLimit("message")]
    : [rateLimit("request")];
}

function rawHandlers(route: RawRoute): MiddlewareHandler<HttpEnv>[] {
  const named = naming(route.id, route.path, route);
  const handle: MiddlewareHandler<HttpEnv> = (c) => {
    if (route.method !== "GET") rejectDryRun(c);
    return route.handle(c);
  };
  if (route.audience === "socket") return [named, handle];
  const space = route.method === "GET" ? [] : [requireDiskSpace];
  const fields = route.body === undefined ? [] : [jsonBody(false), validate("json", route.body)];
  return [
    named,
    credential(route.audience, route.acceptsKeys === true, true),
    ...limitsOf(route.id),
    ...space,
    ...fields,
    handle,
  ];
}

function naming(
  id: OperationId,
  path: string,
  { errorBody, challenge }: Partial<RawRoute> = {},
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.var.scope.route = path;
    c.var.scope.operation = id;
    c.var.scope.errorBody = errorBody ?? null;
    c.var.scope.challenge = challenge?.(originOf(c)) ?? "Bearer";
    await next();
  };
}

function validate(target: "param" | "query" | "json", schema: z.ZodType): MiddlewareHandler<HttpEnv> {
  return zValidator(target, schema, (result) => {
    if (!result.success) throw fieldErrors(result.error.issues);
  }) as unknown as MiddlewareHandler<HttpEnv>;
}

/** Rejects HEAD. Otherwise Hono would run the GET handler and discard its body. */
function refusingHead(refuse: MiddlewareHandler<HttpEnv>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => (c.req.method === "HEAD" ? refuse(c, next) : next());
}

function methodNotAllowed(entries: readonly Entry[]): MiddlewareHandler<HttpEnv> {
  const methods = entries.map((entry) => entry.method);
  const allowed = entries.some((entry) => entry.takesHead) ? [...methods, "HEAD"] : methods;
  return async () => {
    throw new MethodNotAllowedError(allowed);
  };
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function literalFirst(a: string, b: string): number {
  const parameters = (path: string): number => path.split("/").filter((part) => part.startsWith(":")).length;
  return parameters(a) - parameters(b) || a.localeCompare(b);
}
