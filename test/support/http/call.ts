import { exports } from "cloudflare:workers";
import type { Envelope } from "../../../src/http/envelope.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { operations } from "../../../src/http/operations.ts";
import type { DataOf, InputOf, OperationId } from "./operation-id.ts";

export const ORIGIN = "https://knowledge.test";

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Raw bytes instead of a JSON body. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Signal that closes the connection. */
  readonly signal?: AbortSignal | undefined;
}

export interface CallResult<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Omit<Envelope, "data"> & { readonly data: T };
  /** The operation's D1 round trips. */
  readonly trips: number;
}

/**
 * Calls an operation by its id, or any path. A successful response is checked against the operation's schema.
 */
export async function call<K extends OperationId>(
  id: K,
  input: InputOf<K> & Omit<CallOptions, "body">,
): Promise<CallResult<DataOf<K>>>;
export async function call<T = any>(
  method: Operation["method"],
  path: string,
  options?: CallOptions,
): Promise<CallResult<T>>;
export async function call(target: string, ...rest: readonly unknown[]): Promise<CallResult<unknown>> {
  const named = operations.find(({ id }) => id === target);
  const { params, query, ...input } = (named === undefined ? (rest[1] ?? {}) : rest[0]) as CallOptions &
    Partial<Placed>;
  const [method, path] =
    named === undefined ? [target, String(rest[0])] : [named.method, pathOf(named, { params, query })];
  const response = await rawCall(method, path, input);
  const body = await response.json<CallResult<unknown>["body"]>();
  const operation = named ?? operationAt(method, path);
  if (operation !== undefined && body.code === "ok") operation.data.parse(body.data);
  const trips = Number(
    /d1;desc="(\d+) trips/.exec(response.headers.get("server-timing") ?? "")?.[1] ?? Number.NaN,
  );
  return { status: response.status, headers: response.headers, body, trips };
}

interface Placed {
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly query: Readonly<Record<string, unknown>> | undefined;
}

type QueryValue = string | number | boolean;

function pathOf({ path }: Operation, { params = {}, query = {} }: Placed): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value as QueryValue | QueryValue[]].flat().map((one) => [name, String(one)]),
  );
  return fields.length === 0 ? filled : `${filled}?${new URLSearchParams(fields).toString()}`;
}

/** The unparsed response. */
export async function rawCall(
  method: string,
  path: string,
  { token, body, bytes, headers = {}, signal }: CallOptions = {},
): Promise<Response> {
  const sent = new Headers(headers);
  if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
  if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const content = body === undefined && bytes === undefined ? {} : { body: bytes ?? text };
  const worker = exports as unknown as { readonly default: { fetch(request: Request): Promise<Response> } };
  const url = path.startsWith("http") ? path : `${ORIGIN}${path}`;
  return await worker.default.fetch(
    new Request(url, {
      method,
      headers: sent,
      redirect: "manual",
      ...content,
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** Path patterns of the operations, paths without parameters first. */
const PATTERNS = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }))
  .toSorted((a, b) => Number(a.operation.path.includes("{")) - Number(b.operation.path.includes("{")));

function operationAt(method: string, path: string): Operation | undefined {
  const { pathname } = new URL(path, ORIGIN);
  return PATTERNS.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))
    ?.operation;
}
