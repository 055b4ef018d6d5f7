import { type Backoff, equalJitter } from "./backoff.ts";
import { ApiError } from "./errors.ts";
import { pause } from "./pause.ts";

/** How often a request is sent again while the service is restarting or a proxy cannot reach it. */
export interface Retry {
  /** Pauses between two attempts. Default: half a second, doubling up to 8. */
  readonly backoff?: Backoff;
  /** Attempts in all, 1 to send each request once. Default: 8, which take 15 to 31 seconds. */
  readonly maxFailures?: number;
  /** Called before each pause. */
  readonly onRetry?: (error: unknown) => void;
}

/** Bad gateway, service unavailable, gateway timeout. */
const AWAY: readonly number[] = [502, 503, 504];

/** Runs a request that does no harm when it is sent twice. @throws the last failure; the signal's reason */
export async function retried<T>(attempt: () => Promise<T>, retry: Retry = {}, signal?: AbortSignal): Promise<T> {
  const { backoff = { baseMs: 500, maxMs: 8_000 }, maxFailures = 8, onRetry } = retry;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      // `fetch` throws a TypeError when nobody answers, and when an answer breaks off.
      const isAway = error instanceof ApiError ? AWAY.includes(error.status) : error instanceof TypeError;
      if (!isAway || failures >= maxFailures) throw error;
      onRetry?.(error);
      await pause(equalJitter(backoff, failures, Math.random()), signal);
    }
  }
}
