import { type LanguageModel, ModelError } from "./language-model.ts";

/** Consecutive failures that open the circuit breaker. */
const MAX_FAILURES = 3;
const COOL_DOWN_MS = 30_000;
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
export function withCircuitBreaker(model: LanguageModel, now: () => number = Date.now): LanguageModel {
  let failures = 0;
  let openUntil = 0;
  /** Open or half-open: no text has arrived since the breaker opened. */
  let isTripped = false;
  let trialUntil = 0;
  const open = (ms: number): void => {
    openUntil = now() + ms;
    isTripped = true;
  };
  const failed = (error: ModelError): void => {
    // A rejected request says nothing about the provider's health.
    if (error.kind === "refused") return;
    failures += 1;
    if (error.retryAfterMs !== null) open(Math.min(error.retryAfterMs, MAX_OPEN_MS));
    else if (isTripped || failures >= MAX_FAILURES) open(COOL_DOWN_MS);
  };
  return {
    ...model,
    write: async function* (order) {
      if (now() < Math.max(openUntil, trialUntil)) throw new ModelError("failed", "The circuit breaker of this model is open.");
      const isTrial = isTripped;
      if (isTrial) trialUntil = now() + MAX_TRIAL_MS;
      try {
        for await (const piece of model.write(order)) {
          if (isTrial && piece.kind === "part" && piece.text !== "") [isTripped, trialUntil] = [false, 0];
          yield piece;
        }
        [failures, isTripped] = [0, false];
      } catch (error) {
        if (error instanceof ModelError) failed(error);
        throw error;
      } finally {
        if (isTrial) trialUntil = 0;
      }
    },
  };
}
