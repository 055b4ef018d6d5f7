import { vi } from "vitest";

const TIMES_LONGER = 30;

/**
 * Makes timers of the given lengths, in milliseconds, fire thirty times later, so that a busy machine does not
 * look like a slow index. Ends with `vi.restoreAllMocks`.
 */
export function lengthenTimers(lengths: readonly number[]): void {
  const { setTimeout: start } = globalThis;
  const lengthened = (work: () => void, ms = 0) => start(work, lengths.includes(ms) ? ms * TIMES_LONGER : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(lengthened as typeof setTimeout);
}
