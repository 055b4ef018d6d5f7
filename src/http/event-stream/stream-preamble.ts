/** Delay before a reader reconnects, in milliseconds. */
const RETRY_MS = 2_000;
/** Padding in bytes. Proxies that buffer some kilobytes forward the first frames after it. */
const FIRST_BYTES = 4_096;

/** The first bytes of a stream, with the reconnect delay and the padding. */
export const STREAM_PREAMBLE = `retry: ${RETRY_MS}\n${comment(FIRST_BYTES)}`;

/** A comment of at least this many bytes. Readers ignore it. */
export function comment(bytes: number): string {
  return `:${" ".repeat(Math.max(0, bytes - 3))}\n\n`;
}
