import { type LanguageModel, ModelError } from "./language-model.ts";
import { MS_PER_MINUTE } from "../domain/time.ts";

/** Number of consecutive failures that open the circuit breaker. */
const MAX_FAILURES = 3;
const COOL_DOWN_MS = 30_000;
const MAX_OPEN_MS = 10 * MS_PER_MINUTE;
/**
 * Maximum time in milliseconds that a half-open trial blocks other calls. A canceled trial never reports its
 * end.
 */
const MAX_TRIAL_MS = 90_000;

/**
 * Circuit breaker around a model. `MAX_FAILURES` consecutive failures open it for `COOL_DOWN_MS`, or for the
 * delay that the provider requested. While it is open, calls fail immediately. Afterwards it is half-open and
 * lets one trial call through. Other calls fail until the trial yields text. The state is in the memory of
 * this Worker.
 */
export function withCircuitBreaker(model: LanguageModel, now: () => number = Date.now): LanguageModel {
  let failures = 0;
  let openUntil = 0;
  /** True while the breaker is open or half-open. No text has arrived since it opened. */
  let isTripped = false;
  let trialUntil = 0;
  const open = (ms: number): void => {
    openUntil = now() + ms;
    isTripped = true;
  };
  const failed = (error: ModelError): void => {
    // A rejected request is no sign of a failing provider.
    if (error.kind === "refused") return;
    failures += 1;
    if (error.retryAfterMs !== null) open(Math.min(error.retryAfterMs, MAX_OPEN_MS));
    else if (isTripped || failures >= MAX_FAILURES) open(COOL_DOWN_MS);
  };
  return {
    ...model,
    write: async function* (order) {
      if (now() < Math.max(openUntil, trialUntil))
        throw new ModelError("failed", "The circuit breaker of this model is open.");
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
