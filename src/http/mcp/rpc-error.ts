import { toServiceError } from "../errors.ts";
import type { RequestScope } from "../request-scope.ts";

/** JSON-RPC error codes of the protocol: timeout, invalid request and server error. */
export const TIMED_OUT = -32_001;
export const INVALID_REQUEST = -32_600;
export const REJECTED = -32_000;

export function rpcError(id: unknown, code: number, message: string, status = 200): Response {
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }, { status });
}

/** Converts a rejection to a JSON-RPC error, for one of several messages. */
export function rpcRejection(id: unknown, thrown: unknown, { operationId }: RequestScope): Response {
  const { code, message } = toServiceError(thrown);
  return rpcError(id, REJECTED, `${code}: ${message} (${operationId})`);
}

/** The id of a request; null for a notification. */
export function idOf(message: unknown): string | number | null {
  if (typeof message !== "object" || message === null || !("method" in message) || !("id" in message))
    return null;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
