/** Messages of D1 and of our own code hold neither content nor bound values; what Drizzle wraps around them does. */
export function logFault(fault: { readonly threadId: string; readonly doing: string; readonly attempt: number }, error: unknown): void {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const told = root instanceof Error ? { error: root.name, detail: root.message.slice(0, 300) } : {};
  console.error(JSON.stringify({ room: "turn", ...fault, ...told }));
}
