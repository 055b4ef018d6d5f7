import { Socket } from "node:net";
import { codeOf } from "./failure.ts";

type Written = (error?: Error | null) => void;

/**
 * A connection that goes on reading when the other end no longer does. The runtime answers a refused request, and closes before it has read all
 * of the body; a write that then fails would otherwise destroy the connection together with the answer that has come and is not read yet.
 */
export class PatientSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: Written): void {
    super._write(chunk, encoding, unlessClosed(done));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Written): void {
    super._writev?.(chunks, unlessClosed(done));
  }
}

/** What nobody reads counts as written. */
function unlessClosed(done: Written): Written {
  return (error) => done(error && ["EPIPE", "ECONNRESET"].includes(codeOf(error) ?? "") ? null : error);
}
