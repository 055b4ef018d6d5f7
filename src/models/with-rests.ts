import { type LanguageModel, ModelFault } from "./language-model.ts";

/** So many failures in a row, and it is left alone for a while. */
const FAILURES = 3;
const REST_MS = 30_000;
const MAX_OPEN_MS = 10 * 60_000;
/** So long the others wait at most for the first word of the one that tries; a request that has died tells nobody how it ended. */
const MAX_TRIAL_MS = 90_000;

/**
 * The same model, left alone for half a minute after three failures in a row, or for as long as it has asked for: meanwhile it fails at once, so
 * that nobody waits for it. Then one text is tried, and the others are not let through before its first word. What it has been is memory of this
 * Worker alone.
 */
export function withRests(model: LanguageModel, now: () => number = Date.now): LanguageModel {
  let failures = 0;
  let restsUntil = 0;
  /** It has rested, and not written since. */
  let isDoubtful = false;
  let triedUntil = 0;
  const rest = (ms: number): void => {
    restsUntil = now() + ms;
    isDoubtful = true;
  };
  const failed = (error: ModelFault): void => {
    // What it does not take says nothing of how it is.
    if (error.kind === "refused") return;
    failures += 1;
    if (error.retryAfterMs !== null) rest(Math.min(error.retryAfterMs, MAX_OPEN_MS));
    else if (isDoubtful || failures >= FAILURES) rest(REST_MS);
  };
  return {
    ...model,
    write: async function* (order) {
      if (now() < Math.max(restsUntil, triedUntil)) throw new ModelFault("failed", "The model has failed, and is left alone for a while.");
      const isTrial = isDoubtful;
      if (isTrial) triedUntil = now() + MAX_TRIAL_MS;
      try {
        for await (const piece of model.write(order)) {
          if (isTrial && piece.kind === "part" && piece.text !== "") [isDoubtful, triedUntil] = [false, 0];
          yield piece;
        }
        [failures, isDoubtful] = [0, false];
      } catch (error) {
        if (error instanceof ModelFault) failed(error);
        throw error;
      } finally {
        if (isTrial) triedUntil = 0;
      }
    },
  };
}
