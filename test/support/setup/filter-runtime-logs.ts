/**
 * Messages of workerd itself about errors that callers handle, rooms that tests abort, and storage or objects
 * that end during work.
 */
const OF_RUNTIME =
  /^(uncaught exception;|Sourcemap for "[^"]+" points to |exception = |console warning;|NOSENTRY |Fallback service failed |failed to invoke drain\(\) |\[vitest-plugin\] |\S+\.c\+\+:\d+)/;
const HELD = Symbol.for("knowledge-workspace.held-runtime-words");

/**
 * Buffers the output of test runtimes and prints it at the end of a failed run. Takes effect once for each
 * process.
 */
export function filterRuntimeLogs(): void {
  const shared = globalThis as { [HELD]?: string[] };
  if (shared[HELD] !== undefined) return;
  const held: string[] = [];
  shared[HELD] = held;
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
    stream.write = ((text: unknown, ...rest: unknown[]) => {
      if (typeof text !== "string" || !OF_RUNTIME.test(text)) return write(text, ...rest);
      held.push(text);
      return true;
    }) as typeof stream.write;
    if (stream === process.stderr)
      process.on(
        "exit",
        (status) => status !== 0 && held.length > 0 && write(`\nTold by the runtimes:\n${held.join("")}`),
      );
  }
}

/** For Vitest's `onConsoleLog`: shows service log lines only for failed tests, and not for setup code. */
export function isVisibleLog(text: string, _type: string, entity?: { readonly type: string }): boolean {
  return entity?.type === "test" || !text.startsWith('{"time":');
}
