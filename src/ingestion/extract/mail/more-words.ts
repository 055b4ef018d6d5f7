/** Addresses of pages stand in plain text alone: a page has them behind its words. */
const ADDRESS = /\bhttps?:\/\/[^\s>)\]]{1,2000}/gi;
const WORD = /[\p{L}\p{N}]+/gu;
/** Two ways of saying the same that differ by more words are two texts. */
const DISTINCT_WORDS = 40;

/**
 * Which of several ways to write a text are told: the one that says more words than the others, the first of equals. A way that says many words
 * beside it is told too.
 * @returns for each, whether it is told
 */
export function toldWays(ways: readonly string[]): boolean[] {
  const said = ways.map((way) => new Set(way.replace(ADDRESS, " ").toLowerCase().match(WORD) ?? []));
  let best = 0;
  for (const at of said.keys()) if (countMissing(said[at], said[best]) > countMissing(said[best], said[at])) best = at;
  return said.map((words, at) => at === best || countMissing(words, said[best]) > DISTINCT_WORDS);
}

/** How many words of the first are not among those of the second. */
function countMissing(words: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()): number {
  let count = 0;
  for (const word of words) if (!others.has(word)) count += 1;
  return count;
}
