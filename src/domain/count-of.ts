/**
 * Returns a number with its noun, as in `1 asset` and `3 assets`. Supports nouns whose plural ends in "s".
 */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
