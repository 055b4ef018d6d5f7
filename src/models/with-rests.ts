import { type LanguageModel, ModelFault } from "./language-model.ts";

/** Consecutive failures that open the circuit breaker. */
const FAILURES = 3;
const REST_MS = 30_000;
const MAX_OPEN_MS = 10 * 60_000;
/**
 * Maximum time that other calls wait for the first text of a half-open trial. A cancelled request never
 * reports its end.
 */
const MAX_TRIAL_MS = 90_000;

/**
 * Circuit breaker around a model. It opens for `REST_MS` after `FAILURES` consecutive failures, or for the
 * delay that the provider requested. While it is open, calls fail immediately. Half-open, it lets one call
 * through; others fail until that call yields text. The state lives in the memory of this Worker.
 */
export function withRests(model: LanguageModel, now: () => number = Date.now): LanguageModel {
  let failures = 0;
  let restsUntil = 0;
  /** Open or half-open: no text has arrived since the breaker opened. */
  let isDoubtful = false;
  let triedUntil = 0;
  const rest = (ms: number): void => {
    restsUntil = now() + ms;
    isDoubtful = true;
  };
  const failed = (error: ModelFault): void => {
    // A rejected request says nothing about the provider's health.
    if (error.kind === "refused") return;
    failures += 1;
    if (error.retryAfterMs !== null) rest(Math.min(error.retryAfterMs, MAX_OPEN_MS));
    else if (isDoubtful || failures >= FAILURES) rest(REST_MS);
  };
  return {
    ...model,
    write: async function* (order) {
      if (now() < Math.max(restsUntil, triedUntil)) throw new ModelFault("failed", "The circuit breaker of this model is open.");
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
