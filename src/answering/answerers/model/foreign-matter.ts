/** What no answer has unless its sources do: addresses; and what it never has: markup that a client could run or load. */
const ADDRESS = /(?:[a-z][a-z\d+.-]{1,20}:\/{2}|www\.|mailto:|javascript:|data:)[^\s<>"')\]]{0,500}/giu;
const MARKUP = /<[a-z/!?]|!\[|\][([:]/iu;

/** Whether a sentence holds markup, or an address that none of the texts that it rests on has. */
export function hasForeignMatter(text: string, sources: readonly string[]): boolean {
  if (MARKUP.test(text)) return true;
  return [...text.matchAll(ADDRESS)].some(([address]) => !sources.some((source) => source.includes(address)));
}

/** The beginning of a sentence that is being written, up to the first of these. */
export function beforeForeignMatter(text: string): string {
  const places = [text.search(MARKUP), text.search(ADDRESS)].filter((at) => at >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}
