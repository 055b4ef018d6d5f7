/**
 * A word, of at most 100 characters so that no text overflows the matcher's stack; a character of a script that puts no spaces between
 * words; any other visible mark.
 */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const WORD_CHARACTER = String.raw`\p{L}\p{N}\p{M}`;
const TOKEN = new RegExp(`[${UNSPACED}]|[[${WORD_CHARACTER}]--[${UNSPACED}]]{1,100}|[^\\s${WORD_CHARACTER}]`, "gv");

/**
 * How many word tokens a text has: words, punctuation marks, and single characters of unspaced scripts. Not a language model's count,
 * which depends on the model.
 */
export function countTextTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) count += 1;
  return count;
}
