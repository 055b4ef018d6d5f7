import type { CooperativeTask } from "./cooperative-task.ts";

/** Time until a task yields to the event loop, in milliseconds. */
const SLICE_MS = 20;
/** On Cloudflare, the clock does not advance while code runs, so the function also counts steps. */
const SLICE_STEPS = 2_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Runs a task and yields to the event loop between slices.
 * @param pause yields; it may throw if a signal is aborted
 */
export async function runCooperatively<T>(
  steps: CooperativeTask<T>,
  pause: () => Promise<void> = nextTurn,
): Promise<T> {
  let began = Date.now();
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (taken % SLICE_STEPS !== 0 && Date.now() - began < SLICE_MS) continue;
    await pause();
    began = Date.now();
  }
}
