import { indexedWords } from "../text/find-phrases.ts";

/**
 * Maximum number of matching titles and messages whose access is checked. The newest threads come first, and
 * those of the user's own organizations before all others.
 */
export const MAX_THREAD_HITS = 1_000;

/** Maximum number of words of a query. A character of a script without spaces counts as a word. */
export const MAX_QUERY_WORDS = 32;

/** An FTS5 query without words. FTS5 rejects an empty query. */
const NOTHING = '""';

/** A query for threads. */
export interface ThreadQuery {
  /** FTS5 query. It matches nothing if the text has no words. */
  readonly match: string;
  /** Keys of the words, as for `findPhrases`. A text matches if it has every phrase. */
  readonly phrases: readonly (readonly string[])[];
}

/**
 * Parses the text of a search. Words between spaces are one phrase, such as "e-mail" or a run of Chinese
 * characters. Words after the first 32 do not count.
 */
export function parseThreadQuery(text: string): ThreadQuery {
  const phrases: string[][] = [];
  const quoted: string[] = [];
  let left = MAX_QUERY_WORDS;
  for (const part of new Set(text.split(/\s+/u))) {
    const words = indexedWords(part).slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    phrases.push(words.map(({ key }) => key));
    quoted.push(`"${words.map(({ start, end }) => part.slice(start, end)).join(" ")}"`);
  }
  return { match: quoted.length === 0 ? NOTHING : quoted.join(" "), phrases };
}
