/** The first runs are slower than later ones, and other threads may evict the caches. */
const ROUNDS = { least: 2, most: 15 };
/** Between linear and quadratic. Below it, further rounds cannot change the result. */
const SURELY_LINEAR = 7;
/** Shorter work is repeated several times. */
const MIN_MS = 3;

/**
 * The growth of work for a text four times as long: about 4 if linear, 16 if quadratic. Uses the thread's CPU
 * time, the minimum of several rounds, so other load does not matter.
 */
export function timeGrowth<T>(make: (n: number) => T, run: (input: T) => unknown, n: number): number {
  const inputs = [make(n), make(4 * n)] as const;
  let repeats = 1;
  while (cpuMillisecondsOf(inputs[0], run, repeats) < MIN_MS) repeats *= 2;
  const least: [number, number] = [Infinity, Infinity];
  const ratio = (): number => least[1] / least[0];
  for (let round = 0; round < ROUNDS.most && (round < ROUNDS.least || ratio() > SURELY_LINEAR); round += 1) {
    for (const at of [0, 1] as const)
      least[at] = Math.min(least[at], cpuMillisecondsOf(inputs[at], run, repeats));
  }
  return ratio();
}

/** The CPU time of this thread for the run. */
export function cpuMillisecondsOf<T>(input: T, run: (input: T) => unknown, repeats: number): number {
  const before = threadMilliseconds();
  for (let done = 0; done < repeats; done += 1) run(input);
  return threadMilliseconds() - before;
}

function threadMilliseconds(): number {
  // Linux updates a thread's CPU time at a clock tick, or when the whole process is queried.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
