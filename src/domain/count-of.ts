/** `1 asset`, `3 assets`; of a word whose plural takes an "s". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
