import { type LanguageModel, ModelFault } from "./language-model.ts";

/** So many failures in a row, and it is left alone for a while. */
const FAILURES = 3;
const REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;

/**
 * The same model, left alone for half a minute after three failures in a row, or for as long as it has asked for: meanwhile it fails at once, so
 * that nobody waits for it. Then one text is tried. What it has been is memory of this Worker alone.
 */
export function withRests(model: LanguageModel, now: () => number = Date.now): LanguageModel {
  let failures = 0;
  let restsUntil = 0;
  const failed = (error: ModelFault): void => {
    // What it does not take says nothing of how it is.
    if (error.kind === "refused") return;
    failures += 1;
    if (error.retryAfterMs !== null) restsUntil = now() + Math.min(error.retryAfterMs, LONGEST_REST_MS);
    else if (failures >= FAILURES) restsUntil = now() + REST_MS;
  };
  return {
    ...model,
    write: async function* (order) {
      if (now() < restsUntil) throw new ModelFault("failed", "The model has failed, and is left alone for a while.");
      try {
        yield* model.write(order);
        failures = 0;
      } catch (error) {
        if (error instanceof ModelFault) failed(error);
        throw error;
      }
    },
  };
}
