import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isWhole: boolean;
  }
}

const HASHES = 1_000_003;

/** How often an exhaustive test tries: all of it in `npm run test:exhaustive`, a share in `.ci/run`. */
export function scaled<T>({ whole, share }: { readonly whole: T; readonly share: T }): T {
  return inject("isWhole") ? whole : share;
}

/** All items in `npm run test:exhaustive`, else a few that lie apart: which, the seed says, and for each name others. */
export function sampled<T>(items: readonly T[], count: number, name: string): readonly T[] {
  if (inject("isWhole") || items.length <= count) return items;
  const first = hashOf(name);
  return Array.from({ length: count }, (_, nth) => items[(first + Math.floor((nth * items.length) / count)) % items.length]!);
}

/**
 * One of the numbers 1 to `every`, one of the `every` after them, and on to `most`, for a loop that breaks off where there is no such call
 * any more: which, the seed says, and for each name others.
 */
export function* drawn(most: number, every: number, name: string): Generator<number, void, undefined> {
  for (let before = 0; before + every <= most; before += every) yield before + 1 + (hashOf(`${name} ${before}`) % every);
}

/** A number that the seed and the name say. */
function hashOf(name: string): number {
  const letters = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at));
  return letters.reduce((sum, letter) => (sum * 31 + letter) % HASHES, Math.abs(inject("propertySeed")) % HASHES);
}
