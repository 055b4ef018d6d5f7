import { runToCompletion, type CooperativeTask } from "./cooperative-task.ts";

/**
 * Matches a word of at most 100 characters, a character of an unspaced script, or any other visible mark.
 * Longer matches overflow the regular expression stack.
 */
const TOKENS_PER_STEP = 5_000;
const TOKEN =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,100}|[^\s\p{L}\p{N}\p{M}]/gv;

/**
 * The number of word tokens: words, punctuation marks, and characters of unspaced scripts. It differs from a
 * language model's token count.
 */
export function countTextTokens(text: string): number {
  return runToCompletion(countTextTokensSteps(text));
}

/** Counts like `countTextTokens`, as an interruptible task. */
export function* countTextTokensSteps(text: string): CooperativeTask<number> {
  // Each task needs its own regular expression, because concurrent tasks must not share `lastIndex`.
  const token = new RegExp(TOKEN);
  let count = 0;
  while (token.test(text)) {
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
  }
  return count;
}
