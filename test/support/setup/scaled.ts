import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isWhole: boolean;
  }
}

const HASHES = 1_000_003;

/** The number of tries of an exhaustive test: `whole` in `npm run test:exhaustive`, `share` in `.ci/run`. */
export function scaled<T>({ whole, share }: { readonly whole: T; readonly share: T }): T {
  return inject("isWhole") ? whole : share;
}

/** All items in `npm run test:exhaustive`, else a few spread out. The seed and the name select them. */
export function sampled<T>(items: readonly T[], count: number, name: string): readonly T[] {
  if (inject("isWhole") || items.length <= count) return items;
  const first = hashOf(name);
  return Array.from(
    { length: count },
    (_, nth) => items[(first + Math.floor((nth * items.length) / count)) % items.length]!,
  );
}

/**
 * One of the numbers 1 to `every`, one of the next `every`, and so on up to `most`. The seed and the name
 * select them. For loops that stop when no such call exists.
 */
export function* sampledNumbers(
  most: number,
  every: number,
  name: string,
): Generator<number, void, undefined> {
  for (let before = 0; before + every <= most; before += every)
    yield before + 1 + (hashOf(`${name} ${before}`) % every);
}

/** A number derived from the seed and the name. */
function hashOf(name: string): number {
  const letters = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at));
  return letters.reduce(
    (sum, letter) => (sum * 31 + letter) % HASHES,
    Math.abs(inject("propertySeed")) % HASHES,
  );
}
