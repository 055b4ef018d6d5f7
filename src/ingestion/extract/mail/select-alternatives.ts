/** Plain text spells out URLs, which HTML hides behind link text. */
const ADDRESS = /\bhttps?:\/\/[^\s>)\]]{1,2000}/gi;
const WORD = /[\p{L}\p{N}]+/gu;
/** Alternatives that differ by more words are two texts. */
const DISTINCT_WORDS = 40;

/**
 * Decides which alternatives to keep: the one with the most words, the first of equals. Also keeps an
 * alternative with many words that the other lacks.
 * @returns for each alternative, whether it is kept
 */
export function selectAlternatives(ways: readonly string[]): boolean[] {
  const said = ways.map((way) => new Set(way.replace(ADDRESS, " ").toLowerCase().match(WORD) ?? []));
  let best = 0;
  for (const at of said.keys()) if (countMissing(said[at], said[best]) > countMissing(said[best], said[at])) best = at;
  return said.map((words, at) => at === best || countMissing(words, said[best]) > DISTINCT_WORDS);
}

/** Number of words in the first set that the second lacks. */
function countMissing(words: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()): number {
  let count = 0;
  for (const word of words) if (!others.has(word)) count += 1;
  return count;
}
