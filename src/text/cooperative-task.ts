/**
 * A cooperative task: the caller may interrupt it at each `yield`. The time between two yields is bounded for
 * any input.
 */
export type CooperativeTask<T> = Generator<undefined, T, undefined>;

/** Runs a task without interruption. */
export function runToCompletion<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
