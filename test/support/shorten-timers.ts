import { vi } from "vitest";

/** A wait that is at least so long is a deadline for what may hang. */
const LONG_MS = 10_000;
/** Slow enough that a busy machine is not taken for something that hangs. */
const TIMES_FASTER = 60;

/**
 * Long timers ring sixty times earlier. A faked timer would ring in the test's context, where a room can do nothing; these ring in the
 * room's own. Ends with `vi.restoreAllMocks`.
 */
export function shortenTimers(): void {
  const { setTimeout: start } = globalThis;
  const shortened = (work: () => void, ms = 0) => start(work, ms >= LONG_MS ? ms / TIMES_FASTER : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(shortened as typeof setTimeout);
}
