import { ServiceError } from "./errors.ts";
import { ExtractionError } from "./extraction-error.ts";
import { MS_PER_MINUTE } from "./time.ts";

/**
 * Number of attempts, and the delays after the first, second and later failures. The last delay applies to
 * all further failures.
 */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delaysMs: readonly [number, ...number[]];
}

/** Retry policies of all components. Users wait seconds for an answer, while maintenance may wait an hour. */
export const RETRIES = {
  /** About 15 hours in total. The job is parked afterwards. */
  job: {
    attempts: 20,
    delaysMs: [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MS_PER_MINUTE) as [number, ...number[]],
  },
  /** Delays of the pipeline's alarm, which is set before each attempt. */
  pipeline: { attempts: 5, delaysMs: [5_000, 10_000, 15_000, 20_000, 25_000] },
  /**
   * Attempts of the room to answer a prompt. The first delay is short, because most failures are restarts of
   * a Durable Object.
   */
  turn: { attempts: 5, delaysMs: [1_000, 4_000, 10_000, 30_000] },
  /** Attempts of a webhook delivery, spread over 71 hours and 51 minutes. */
  delivery: {
    attempts: 16,
    delaysMs: [1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * MS_PER_MINUTE) as [
      number,
      ...number[],
    ],
  },
  /**
   * Attempts of a model call before its first token. The delays are shorter than the time to switch to the
   * next model.
   */
  text: { attempts: 3, delaysMs: [250, 1_000] },
  /** Attempts of a call of D1 or a Durable Object. A user waits for it, and a reset object starts at once. */
  call: { attempts: 3, delaysMs: [100, 400] },
} as const satisfies Record<string, RetryPolicy>;

/** @param failures number of failures so far, at least 1 */
export function retryDelayMs({ delaysMs }: RetryPolicy, failures: number): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1] ?? delaysMs[0];
}

const TOO_BIG = /SQLITE_TOOBIG|string or blob too big/i;

/** True if a value or row exceeds SQLite's size limit. A retry would exceed it again. */
export function isTooBig(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TOO_BIG.test(error.message) || (error.cause instanceof Error && TOO_BIG.test(error.cause.message));
}

/**
 * True if a retry cannot succeed: the file is unreadable, a value is too big for the store, or the request is
 * invalid.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof ExtractionError) return error.permanent;
  return isTooBig(error) || (error instanceof ServiceError && error.code === "invalid_argument");
}

/** True if the error is transient, for example because the database is busy. */
export function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unavailable";
}

/** True if the caller must give up after this number of failures. */
export function isLastAttempt({ attempts }: RetryPolicy, failures: number, error: unknown): boolean {
  return failures >= attempts || isPermanent(error);
}
