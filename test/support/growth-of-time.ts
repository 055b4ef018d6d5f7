/** A busy machine needs more rounds until one of each size ran undisturbed. */
const ROUNDS = { least: 4, most: 25 };
/** Between linear and quadratic; below it no further round can change the verdict. */
const SURELY_LINEAR = 7;
/** Shorter work is done several times over, because clocks tell whole milliseconds. */
const LEAST_MS = 20;

/**
 * How many times as long work takes for four times as much: about 4 when its time is linear, 16 when it is quadratic. The shortest of several
 * rounds counts, taken in turns, so that other work of the machine hardly matters.
 */
export function timesAsLong<T>(make: (n: number) => T, run: (input: T) => unknown, n: number): number {
  const inputs = [make(n), make(4 * n)] as const;
  let repeats = 1;
  while (millisecondsOf(inputs[0], run, repeats) < LEAST_MS) repeats *= 2;
  const shortest: [number, number] = [Infinity, Infinity];
  const ratio = (): number => shortest[1] / Math.max(shortest[0], 1);
  for (let round = 0; round < ROUNDS.most && (round < ROUNDS.least || ratio() > SURELY_LINEAR); round += 1) {
    for (const at of [0, 1] as const) shortest[at] = Math.min(shortest[at], millisecondsOf(inputs[at], run, repeats));
  }
  return ratio();
}

function millisecondsOf<T>(input: T, run: (input: T) => unknown, repeats: number): number {
  const before = performance.now();
  for (let done = 0; done < repeats; done += 1) run(input);
  return performance.now() - before;
}
