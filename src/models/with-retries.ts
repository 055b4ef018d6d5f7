import { RETRIES, type RetryPolicy, retryDelayMs } from "../domain/retry-policy.ts";
import { type LanguageModel, ModelError } from "./language-model.ts";

const MAX_WAIT_MS = 5_000;

/**
 * Retries a model call that fails before it yields anything. Clients therefore never receive the same text
 * twice.
 */
export function withRetries(model: LanguageModel, policy: RetryPolicy = RETRIES.text): LanguageModel {
  return {
    ...model,
    write: async function* (order) {
      for (let failures = 1; ; failures += 1) {
        let hasBegun = false;
        try {
          for await (const piece of model.write(order)) {
            hasBegun = true;
            yield piece;
          }
          return;
        } catch (error) {
          const pauseMs = hasBegun ? null : retryDelayAfter(error, policy, failures);
          if (pauseMs === null) throw error;
          await sleep(pauseMs, order.signal);
        }
      }
    },
  };
}

/** Returns null if a retry cannot succeed or would start too late. */
function retryDelayAfter(error: unknown, policy: RetryPolicy, failures: number): number | null {
  if (!(error instanceof ModelError) || failures >= policy.attempts) return null;
  if (error.kind !== "limited" && error.kind !== "failed") return null;
  const pauseMs = error.retryAfterMs ?? retryDelayMs(policy, failures);
  return pauseMs <= MAX_WAIT_MS ? pauseMs : null;
}

/** @throws the reason of the abort signal */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
