/**
 * `info`: a normal event. `warn`: a rejected request, or a failure that a retry may fix. `error`: a fault
 * that needs an operator.
 */
export type LogLevel = "info" | "warn" | "error";

const METHODS = { info: "log", warn: "warn", error: "error" } as const;
const DETAIL_MAX_LENGTH = 500;
const STACK_FRAMES = 5;

/**
 * Writes one JSON line with time (ISO 8601), level and event, then the event's own fields. Never log a URL, a
 * token, content, an address or a bound value.
 */
export function log(level: LogLevel, event: string, fields: Readonly<Record<string, unknown>>): void {
  console[METHODS[level]](JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
}

/**
 * The loggable fields of an error. Messages of D1, R2 and this service contain no content and no bound
 * values, but messages of Drizzle's wrapper errors do.
 */
export function faultFields(thrown: unknown): Readonly<Record<string, unknown>> {
  const root = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(root instanceof Error)) return { error: "unknown" };
  const stack = root.stack
    ?.split("\n")
    .slice(1, STACK_FRAMES + 1)
    .map((frame) => frame.trim());
  return { error: root.name, detail: root.message.slice(0, DETAIL_MAX_LENGTH), stack };
}
