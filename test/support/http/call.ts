import { exports } from "cloudflare:workers";
import type { Envelope } from "../../../src/http/envelope.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { operations } from "../../../src/http/operations.ts";

export const ORIGIN = "https://knowledge.test";

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Raw bytes instead of a JSON body. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection. */
  readonly signal?: AbortSignal | undefined;
}

export interface CallResult<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Omit<Envelope, "data"> & { readonly data: T };
  /** The operation's D1 round trips. */
  readonly trips: number;
}

/** Calls the Worker. A successful response is checked against the operation's schema. */
export async function call<T = any>(method: Operation["method"], path: string, options: CallOptions = {}): Promise<CallResult<T>> {
  const response = await rawCall(method, path, options);
  const body = await response.json<CallResult<T>["body"]>();
  const operation = operationAt(method, path);
  if (operation !== undefined && body.code === "ok") operation.data.parse(body.data);
  const trips = Number(/d1;desc="(\d+) trips/.exec(response.headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);
  return { status: response.status, headers: response.headers, body, trips };
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
  return await worker.default.fetch(new Request(url, { method, headers: sent, ...content, ...(signal === undefined ? {} : { signal }) }));
}

/** Paths without parameters first. */
const PATTERNS = operations
  .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }))
  .toSorted((a, b) => Number(a.operation.path.includes("{")) - Number(b.operation.path.includes("{")));

function operationAt(method: string, path: string): Operation | undefined {
  const { pathname } = new URL(path, ORIGIN);
  return PATTERNS.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))?.operation;
}
