/** URLs, which plain text contains and HTML hides behind link text. */
const ADDRESS = /\bhttps?:\/\/[^\s>)\]]{1,2000}/gi;
const WORD = /[\p{L}\p{N}]+/gu;
/** If two alternatives differ by more words than this, they are two different texts. */
const DISTINCT_WORDS = 40;

/**
 * Decides which alternatives to keep. Keeps the one with the most words, or the first of several equal ones.
 * Also keeps an alternative with many words that the other lacks.
 * @returns one entry per alternative: whether it is kept
 */
export function selectAlternatives(ways: readonly string[]): boolean[] {
  const said = ways.map((way) => new Set(way.replace(ADDRESS, " ").toLowerCase().match(WORD) ?? []));
  let best = 0;
  for (const at of said.keys())
    if (countMissing(said[at], said[best]) > countMissing(said[best], said[at])) best = at;
  return said.map((words, at) => at === best || countMissing(words, said[best]) > DISTINCT_WORDS);
}

/** Counts the words in the first set that the second set lacks. */
function countMissing(
  words: ReadonlySet<string> = new Set(),
  others: ReadonlySet<string> = new Set(),
): number {
  let count = 0;
  for (const word of words) if (!others.has(word)) count += 1;
  return count;
}
