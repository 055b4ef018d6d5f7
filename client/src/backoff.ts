/** Upper bounds of the first and of the longest delay, in milliseconds. Each failure doubles the bound. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

function ceiling({ baseMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
}

/**
 * A random delay between 0 and the bound, so that clients of one failed server do not return together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param failures number of failures in a row, at least 1
 */
export function fullJitter(backoff: Backoff, failures: number, random: number): number {
  return ceiling(backoff, failures) * random;
}

/** A random delay between half the bound and the bound, for a server that asked for a pause. */
export function equalJitter(backoff: Backoff, failures: number, random: number): number {
  return (ceiling(backoff, failures) * (1 + random)) / 2;
}
