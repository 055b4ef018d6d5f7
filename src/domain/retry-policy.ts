import { ServiceError } from "./errors.ts";
import { ExtractionError } from "./extraction-error.ts";

/**
 * The number of attempts, and the delays after the first, second, … failure. Later failures use the last
 * delay.
 */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delaysMs: readonly [number, ...number[]];
}

const MINUTE_MS = 60_000;

/** All retry policies. Users wait seconds for an answer, while maintenance may wait an hour. */
export const RETRIES = {
  /** About 15 hours in total. Then the job is parked. */
  job: { attempts: 20, delaysMs: [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE_MS) as [number, ...number[]] },
  /** The alarm of a pipeline, set before each attempt. */
  pipeline: { attempts: 5, delaysMs: [5_000, 10_000, 15_000, 20_000, 25_000] },
  /** A turn of the room. The first delay is short, because most failures are restarted objects. */
  turn: { attempts: 5, delaysMs: [1_000, 4_000, 10_000, 30_000] },
  /** A webhook delivery: 71 hours and 51 minutes in total. */
  delivery: { attempts: 16, delaysMs: [1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS) as [number, ...number[]] },
  /** A model's text before its first token. The delay stays below the time to ask the next model. */
  text: { attempts: 3, delaysMs: [250, 1_000] },
} as const satisfies Record<string, RetryPolicy>;

/** @param failures number of failures so far, at least 1 */
export function retryDelayMs({ delaysMs }: RetryPolicy, failures: number): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1] ?? delaysMs[0];
}

const TOO_BIG = /SQLITE_TOOBIG|string or blob too big/i;

/** SQLite's limit for one value or row. A retry exceeds the same limit again. */
export function isTooBig(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TOO_BIG.test(error.message) || (error.cause instanceof Error && TOO_BIG.test(error.cause.message));
}

/** Whether a retry cannot help: an unreadable file, a value too big for the store, or invalid work. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof ExtractionError) return error.permanent;
  return isTooBig(error) || (error instanceof ServiceError && error.code === "invalid_argument");
}

/** Whether the error is transient, such as a busy database. */
export function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unavailable";
}

/** Whether to give up after the n-th failure. */
export function isLastAttempt({ attempts }: RetryPolicy, failures: number, error: unknown): boolean {
  return failures >= attempts || isPermanent(error);
}
