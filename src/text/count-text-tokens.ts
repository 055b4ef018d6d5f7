import { atOnce, type Steps } from "./steps.ts";

/**
 * A word, of at most 100 characters so that no text overflows the matcher's stack; a character of a script that puts no spaces between
 * words; any other visible mark.
 */
const TOKENS_PER_STEP = 5_000;
const TOKEN =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,100}|[^\s\p{L}\p{N}\p{M}]/gv;

/**
 * How many word tokens a text has: words, punctuation marks, and single characters of unspaced scripts. Not a language model's count,
 * which depends on the model.
 */
export function countTextTokens(text: string): number {
  return atOnce(countTextTokensSteps(text));
}

/** The same in steps. */
export function* countTextTokensSteps(text: string): Steps<number> {
  // Of its own: others may count between two steps.
  const token = new RegExp(TOKEN);
  let count = 0;
  while (token.test(text)) {
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
  }
  return count;
}
