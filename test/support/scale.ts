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
  const letters = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at));
  const first = letters.reduce((sum, letter) => (sum * 31 + letter) % HASHES, Math.abs(inject("propertySeed")) % HASHES);
  return Array.from({ length: count }, (_, nth) => items[(first + Math.floor((nth * items.length) / count)) % items.length]!);
}
