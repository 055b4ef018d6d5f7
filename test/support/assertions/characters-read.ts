import { vi } from "vitest";

type Method = (this: string, ...given: readonly unknown[]) => unknown;

/** Derives the characters that a call read from the results of the string methods. */
const LOOKED_AT: Readonly<
  Record<string, (text: string, found: unknown, given: readonly unknown[]) => number>
> = {
  indexOf: (text, found, [sought, from]) =>
    (Number(found) < 0 ? text.length : Number(found) + String(sought).length) - Number(from ?? 0),
  slice: (_, part) => String(part).length,
  substring: (_, part) => String(part).length,
  trim: (text) => text.length,
};

/**
 * Counts the characters that `run` reads through string methods, except by regular expressions. Unlike time,
 * this count does not depend on machine load.
 */
export function charactersRead(run: () => unknown): number {
  let read = 0;
  const prototype = String.prototype as unknown as Record<string, Method>;
  const counted = (name: string, method: Method): Method => {
    return function (this: string, ...given) {
      const found = method.apply(this, [...given]);
      read += LOOKED_AT[name]?.(this, found, given) ?? 0;
      return found;
    };
  };
  for (const name of Object.keys(LOOKED_AT)) {
    const method = prototype[name];
    if (method !== undefined) vi.spyOn(prototype, name).mockImplementation(counted(name, method));
  }
  try {
    run();
  } finally {
    vi.restoreAllMocks();
  }
  return read;
}
