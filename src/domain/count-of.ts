/** `1 asset`, `3 assets`. For nouns with a plural in "s". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
