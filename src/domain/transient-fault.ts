/** Faults of D1 and Durable Objects that pass. */

/**
 * `lost`: the object was reset or the connection broke, so a repetition on a new connection probably succeeds.
 * `overloaded`: an immediate repetition would add to the load.
 */
export type TransientFault = "lost" | "overloaded";

/**
 * Parts of the messages, in lower case. Sources: developers.cloudflare.com/d1/observability/debug-d1 and
 * /durable-objects/observability/troubleshooting, and workers-sdk #6305 for exports. Neither platform has
 * error codes.
 */
const FAULT_TEXTS: readonly (readonly [text: string, fault: TransientFault])[] = [
  ["reset because its code was updated", "lost"],
  ["code has been updated, this version can no longer access storage", "lost"],
  ["storage caused object to be reset", "lost"],
  ["network connection lost", "lost"],
  ["replica disconnected from primary", "lost"],
  ["cannot resolve d1 db due to transient issue on remote node", "lost"],
  ["can't read from request stream because client disconnected", "lost"],
  ["this durable object instance is no longer active", "lost"],
  ["connection closed because the object was reset", "lost"],
  ["is overloaded", "overloaded"],
  ["exceeded timeout which caused object to be reset", "overloaded"],
  ["exceeded its memory limit and was reset", "overloaded"],
  ["exceeded its cpu time limit and was reset", "overloaded"],
  ["currently processing a long-running export", "overloaded"],
  ["currently processing a long-running import", "overloaded"],
  ["generating too much load on durable objects", "overloaded"],
  ["too many concurrent storage operations", "overloaded"],
  ["timed out", "overloaded"],
];

/** A message of SQLite may quote a long text. The fault stands at its beginning. */
const MAX_CHARS = 500;

/** Returns the fault; null if the error is none that passes. */
export function transientFaultOf(error: unknown): TransientFault | null {
  if (!(error instanceof Error)) return null;
  // The runtime sets these on errors of Durable Objects.
  const { overloaded, retryable, durableObjectReset } = error as Error &
    Readonly<Partial<Record<string, unknown>>>;
  if (overloaded === true) return "overloaded";
  if (retryable === true || durableObjectReset === true) return "lost";
  const message = error.message.slice(0, MAX_CHARS).toLowerCase();
  return FAULT_TEXTS.find(([text]) => message.includes(text))?.[1] ?? null;
}
