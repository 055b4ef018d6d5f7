import { Socket } from "node:net";
import { codeOf } from "./failure.ts";

type Written = (error?: Error | null) => void;

/**
 * A socket that keeps reading after the other end stopped. The runtime answers a rejected request and closes
 * before it read the whole body. A failed write would otherwise destroy the socket with the unread response.
 */
export class HalfOpenSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: Written): void {
    super._write(chunk, encoding, unlessClosed(done));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Written): void {
    super._writev?.(chunks, unlessClosed(done));
  }
}

/** Bytes that nobody reads count as written. */
function unlessClosed(done: Written): Written {
  return (error) => done(error && ["EPIPE", "ECONNRESET"].includes(codeOf(error) ?? "") ? null : error);
}
