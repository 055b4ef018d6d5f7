export interface Effort {
  /** CPU time of this thread; other load does not count. */
  readonly cpuMs: number;
  /** Longest time between two iterations of the event loop. */
  readonly longestHoldMs: number;
}

/**
 * Measures the cost of work and how long it blocks the event loop.
 * @param tell receives the result, also if the work fails
 */
export async function measureEffort<T>(work: () => Promise<T>, tell: (effort: Effort) => void): Promise<T> {
  const begin = cpuMs();
  let longestHoldMs = 0;
  let turn = begin;
  let isDone = false;
  const look = (): void => {
    const now = cpuMs();
    longestHoldMs = Math.max(longestHoldMs, now - turn);
    turn = now;
  };
  const watch = (): void => {
    look();
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  try {
    return await work();
  } finally {
    look();
    isDone = true;
    tell({ cpuMs: turn - begin, longestHoldMs });
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
