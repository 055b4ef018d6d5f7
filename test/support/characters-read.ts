import { vi } from "vitest";

/**
 * How many characters `run` has its string methods look at: work that no other program on the machine changes. Text that regular expressions
 * read is not in it.
 */
export function charactersRead(run: () => unknown): number {
  let read = 0;
  const prototype = String.prototype;
  const { indexOf, slice, substring, trim } = prototype;
  vi.spyOn(prototype, "indexOf").mockImplementation(function (this: string, sought: string, from = 0) {
    const found = indexOf.call(this, sought, from);
    read += (found < 0 ? this.length : found + sought.length) - from;
    return found;
  });
  for (const [name, method] of [
    ["slice", slice],
    ["substring", substring],
  ] as const) {
    vi.spyOn(prototype, name).mockImplementation(function (this: string, start?: number, end?: number) {
      const part = method.call(this, start ?? 0, end);
      read += part.length;
      return part;
    });
  }
  vi.spyOn(prototype, "trim").mockImplementation(function (this: string) {
    read += this.length;
    return trim.call(this);
  });
  try {
    run();
  } finally {
    vi.restoreAllMocks();
  }
  return read;
}
