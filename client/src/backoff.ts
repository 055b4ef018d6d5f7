/** Milliseconds: the ceiling of the first pause, and of the longest. Each failure doubles it. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

function ceiling({ baseMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
}

/**
 * Anywhere from nothing to the ceiling, so that clients who lost the same server do not come back at the same moment
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param failures in a row so far, at least 1
 */
export function fullJitter(backoff: Backoff, failures: number, random: number): number {
  return ceiling(backoff, failures) * random;
}

/** Like `fullJitter`, but never less than half: for a server that asked for a pause. */
export function equalJitter(backoff: Backoff, failures: number, random: number): number {
  return (ceiling(backoff, failures) * (1 + random)) / 2;
}
