import { type Backoff, equalJitter } from "./backoff.ts";
import { ApiError } from "./errors.ts";
import { sleep } from "./sleep.ts";

/** Retries of a request while the service restarts or a proxy cannot reach it. */
export interface Retry {
  /** Delays between attempts. Default: 0.5 seconds, doubled up to 8. */
  readonly backoff?: Backoff;
  /** Total attempts; 1 disables retries. Default: 8, which span 15 to 31 seconds. */
  readonly maxFailures?: number;
  /** Called before each delay. */
  readonly onRetry?: (error: unknown) => void;
}

/** Bad gateway, service unavailable, gateway timeout. */
const AWAY: readonly number[] = [502, 503, 504];

/** Retries an idempotent request. @throws the last failure; the signal's reason */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  retry: Retry = {},
  signal?: AbortSignal,
): Promise<T> {
  const { backoff = { baseMs: 500, maxMs: 8_000 }, maxFailures = 8, onRetry } = retry;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      // `fetch` throws a TypeError for refused and for broken connections.
      const isAway = error instanceof ApiError ? AWAY.includes(error.status) : error instanceof TypeError;
      if (!isAway || failures >= maxFailures) throw error;
      onRetry?.(error);
      await sleep(equalJitter(backoff, failures, Math.random()), signal);
    }
  }
}
