import type { Steps } from "./steps.ts";

/** So long does work hold the thread before it lets others in, and a step or two longer. */
const SLICE_MS = 20;
/** Where the clock stands still while code runs, as on Cloudflare, steps are counted instead. */
const SLICE_STEPS = 2_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Does work in slices, between which the thread is free for others.
 * @param pause lets others in; a signal that aborts meanwhile is its to look at
 */
export async function inSlices<T>(steps: Steps<T>, pause: () => Promise<void> = nextTurn): Promise<T> {
  let began = Date.now();
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (taken % SLICE_STEPS !== 0 && Date.now() - began < SLICE_MS) continue;
    await pause();
    began = Date.now();
  }
}
