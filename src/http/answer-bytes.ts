import type { Context } from "hono";
import { type ByteRange, lengthOf, type RangeRequest } from "../services/assets/internal/byte-range.ts";

export interface AnsweredBytes {
  /** The bytes to send; null if the caller already has them. */
  readonly body: ReadableStream | null;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** The requested range; null for all bytes. */
  readonly range: ByteRange | null;
}

/**
 * Responds with all bytes (200), with a range (206), or without a body if the caller already has the bytes
 * (304).
 */
export function answerBytes({ body, size, range }: AnsweredBytes, headers: Headers): Response {
  headers.set("accept-ranges", "bytes");
  if (body === null) return new Response(null, { status: 304, headers });
  headers.set("content-length", String(range === null ? size : lengthOf(range)));
  if (range !== null) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return new Response(body, { status: range === null ? 200 : 206, headers });
}

export function rangeAsked(c: Context): RangeRequest {
  return { range: c.req.header("range") ?? null, ifRange: c.req.header("if-range") ?? null };
}
