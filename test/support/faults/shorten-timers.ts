import { vi } from "vitest";

/** Longer waits are timeouts of calls that may hang. */
const LONG_MS = 10_000;
/** Slow enough that a busy machine does not look like a hanging call. */
const TIMES_FASTER = 60;

/**
 * Makes long timers fire sixty times sooner. A faked timer would fire in the test's context, where a room
 * cannot act. These fire in the room's own. Ends with `vi.restoreAllMocks`.
 */
export function shortenTimers(): void {
  const { setTimeout: start } = globalThis;
  const shortened = (work: () => void, ms = 0) => start(work, ms >= LONG_MS ? ms / TIMES_FASTER : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(shortened as typeof setTimeout);
}
