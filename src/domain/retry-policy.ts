import { ServiceError } from "./errors.ts";
import { ExtractionError } from "./extraction-error.ts";

/** How often work is tried, and how long it rests after the first, second, … failure; after more, as long as after the last that is named. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delaysMs: readonly [number, ...number[]];
}

const MINUTE_MS = 60_000;

/** The one table of what is tried again. Who waits for an answer waits seconds; what is done for the stores may rest an hour. */
export const RETRIES = {
  /** About 15 hours in all; then the job is parked. */
  job: { attempts: 20, delaysMs: [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE_MS) as [number, ...number[]] },
  /** A pipeline's alarm, armed before each attempt. */
  pipeline: { attempts: 5, delaysMs: [5_000, 10_000, 15_000, 20_000, 25_000] },
  /** A room's turn. The first rest is short: most failures are an object that was moved or restarted. */
  turn: { attempts: 5, delaysMs: [1_000, 4_000, 10_000, 30_000] },
  /** What a webhook is told: 71 hours and 51 minutes in all. */
  delivery: { attempts: 16, delaysMs: [1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS) as [number, ...number[]] },
  /** A model's text that has not begun: who waits for an answer waits no longer for a model than it takes to ask the next one. */
  text: { attempts: 3, delaysMs: [250, 1_000] },
} as const satisfies Record<string, RetryPolicy>;

/** @param failures how often it has failed so far, at least 1 */
export function retryDelayMs({ delaysMs }: RetryPolicy, failures: number): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1] ?? delaysMs[0];
}

const TOO_BIG = /SQLITE_TOOBIG|string or blob too big/i;

/** SQLite's limit for one value or row. The same work meets the same limit at every try. */
export function isTooBig(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TOO_BIG.test(error.message) || (error.cause instanceof Error && TOO_BIG.test(error.cause.message));
}

/** Whether trying again cannot help: the file cannot be read, a value is too big for the store, or the work says nothing that can be done. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof ExtractionError) return error.permanent;
  return isTooBig(error) || (error instanceof ServiceError && error.code === "invalid_argument");
}

/** Whether it is a fault of the moment, not of the work: a busy database. */
export function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unavailable";
}

/** Whether work that has just failed for the n-th time is to be given up. */
export function isLastTry({ attempts }: RetryPolicy, failures: number, error: unknown): boolean {
  return failures >= attempts || isPermanent(error);
}
