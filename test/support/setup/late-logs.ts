import { vi } from "vitest";

const STREAMS = ["debug", "info", "log", "warn", "error"] as const;

/** The runtime reloads its modules for each file, but this global stays. */
const shared = globalThis as { heardConsole?: object };

/**
 * Silences a file's leftover work. Otherwise a log line after the file's last message stays in the runtime,
 * which waits for it to be delivered and never ends.
 */
export function silenceLateLogs(): void {
  vi.restoreAllMocks();
  shared.heardConsole ??= Object.fromEntries(STREAMS.map((stream) => [stream, Reflect.get(console, stream)]));
  for (const stream of STREAMS) console[stream] = () => undefined;
}

/** Restores the console for the next file. */
export function restoreLogs(): void {
  Object.assign(console, shared.heardConsole);
}
