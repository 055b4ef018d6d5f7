import { RETRIES, retryDelayMs } from "./retry-policy.ts";
import { transientFaultOf } from "./transient-fault.ts";

/**
 * Repeats a call whose connection was lost. Each delay is random within the second half of its duration, so
 * that the callers of a reset object do not return at once.
 * @param call connects anew each time, and may run several times
 */
export async function repeatWhileLost<T>(call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (failures >= RETRIES.call.attempts || transientFaultOf(error) !== "lost") throw error;
      const delayMs = retryDelayMs(RETRIES.call, failures) * (0.5 + Math.random() / 2);
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs);
      });
    }
  }
}
