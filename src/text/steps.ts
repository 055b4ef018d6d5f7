/** Work that somebody else may interrupt at each `yield`; its parts between two of them are short, whatever the input is. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
