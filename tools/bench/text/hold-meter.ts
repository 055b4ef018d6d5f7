export interface Effort {
  /** Of this thread; other work of the machine does not count. */
  readonly cpuMs: number;
  /** The most between two turns of the event loop. */
  readonly longestHoldMs: number;
}

/**
 * What work costs, and for how long it keeps everybody else from the thread.
 * @param tell hears it, also when the work fails
 */
export async function measured<T>(work: () => Promise<T>, tell: (effort: Effort) => void): Promise<T> {
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
