/** How long a reader waits before they come back, milliseconds. */
const RETRY_MS = 2_000;
/** Proxies that gather some kilobytes pass on what comes first. */
const FIRST_BYTES = 4_096;

/** What a stream begins with. */
export const BEGINNING = `retry: ${RETRY_MS}\n${comment(FIRST_BYTES)}`;

/** A comment of at least so many bytes; readers pass over it. */
export function comment(bytes: number): string {
  return `:${" ".repeat(Math.max(0, bytes - 3))}\n\n`;
}
