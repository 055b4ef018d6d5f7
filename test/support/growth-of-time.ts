/** The first runs are slower than those that follow, and other threads may empty the caches. */
const ROUNDS = { least: 2, most: 15 };
/** Between linear and quadratic; below it no further round can change the verdict. */
const SURELY_LINEAR = 7;
/** Shorter work is done several times over. */
const MIN_MS = 3;

/**
 * How many times as much work there is for four times the text: about 4 when it is linear, 16 when it is quadratic. What counts is the time that
 * the processor gave to this thread, the least of several rounds: other work of the machine takes none of it.
 */
export function timesAsLong<T>(make: (n: number) => T, run: (input: T) => unknown, n: number): number {
  const inputs = [make(n), make(4 * n)] as const;
  let repeats = 1;
  while (cpuMillisecondsOf(inputs[0], run, repeats) < MIN_MS) repeats *= 2;
  const least: [number, number] = [Infinity, Infinity];
  const ratio = (): number => least[1] / least[0];
  for (let round = 0; round < ROUNDS.most && (round < ROUNDS.least || ratio() > SURELY_LINEAR); round += 1) {
    for (const at of [0, 1] as const) least[at] = Math.min(least[at], cpuMillisecondsOf(inputs[at], run, repeats));
  }
  return ratio();
}

/** What the processor gave to this thread for it. */
export function cpuMillisecondsOf<T>(input: T, run: (input: T) => unknown, repeats: number): number {
  const before = threadMilliseconds();
  for (let done = 0; done < repeats; done += 1) run(input);
  return threadMilliseconds() - before;
}

function threadMilliseconds(): number {
  // Linux brings a thread's own count up to date at a clock tick, or when the whole process is asked.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
