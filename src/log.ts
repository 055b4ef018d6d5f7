/** `info`: what happened. `warn`: what was refused or will be tried again. `error`: what somebody has to look at. */
export type LogLevel = "info" | "warn" | "error";

const METHODS = { info: "log", warn: "warn", error: "error" } as const;
const DETAIL_MAX_LENGTH = 500;
const STACK_FRAMES = 5;

/**
 * Writes one line: JSON with time (ISO 8601), level and event, then the event's own fields. Never a URL, a token, content, an address or a
 * bound value.
 */
export function log(level: LogLevel, event: string, fields: Readonly<Record<string, unknown>>): void {
  console[METHODS[level]](JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
}

/** What the log says of an error. Messages of D1, R2 and our own code hold neither content nor bound values; what Drizzle wraps around them does. */
export function faultFields(thrown: unknown): Readonly<Record<string, unknown>> {
  const root = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(root instanceof Error)) return { error: "unknown" };
  const stack = root.stack
    ?.split("\n")
    .slice(1, STACK_FRAMES + 1)
    .map((frame) => frame.trim());
  return { error: root.name, detail: root.message.slice(0, DETAIL_MAX_LENGTH), stack };
}
