/** What workerd itself tells of errors that a caller handles, of rooms that a test breaks, of storage that goes while work is under way, and of objects that end before it. */
const OF_RUNTIME =
  /^(uncaught exception;|Sourcemap for "[^"]+" points to |exception = |console warning;|NOSENTRY |Fallback service failed |failed to invoke drain\(\) |\[vitest-plugin\] |\S+\.c\+\+:\d+)/;
const HELD = Symbol.for("knowledge-workspace.held-runtime-words");

/** Holds back what the runtimes of tests print, and prints it at the end of a run that failed. Once a process, however often it is called. */
export function quietRuntimes(): void {
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
      process.on("exit", (status) => status !== 0 && held.length > 0 && write(`\nTold by the runtimes:\n${held.join("")}`));
  }
}

/** For vitest's `onConsoleLog`: the service's log lines belong to a test that fails, not to what a file prepares. */
export function isShown(text: string, _type: string, entity?: { readonly type: string }): boolean {
  return entity?.type === "test" || !text.startsWith('{"time":');
}
