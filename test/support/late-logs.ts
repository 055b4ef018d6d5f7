import { vi } from "vitest";

const STREAMS = ["debug", "info", "log", "warn", "error"] as const;

/** The modules of a runtime are loaded anew for each file; this stays. */
const shared = globalThis as { heardConsole?: object };

/**
 * What a file leaves under way tells nobody anything any more. A line of a request or an object that comes when the file has said its last word
 * stays behind in the runtime until its next one, and that waits for the line to be heard: the runtime would wait for good.
 */
export function silenceLateLogs(): void {
  // The file's own spies would come off the console once it has ended.
  vi.restoreAllMocks();
  shared.heardConsole ??= Object.fromEntries(STREAMS.map((stream) => [stream, Reflect.get(console, stream)]));
  for (const stream of STREAMS) console[stream] = () => undefined;
}

/** For the next file. */
export function hearLogs(): void {
  Object.assign(console, shared.heardConsole);
}
