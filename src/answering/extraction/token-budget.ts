import type { AnswerLimits } from "../answer-limits.ts";
import { countWords } from "../count-words.ts";
import { readableQuote } from "../../text/readable-text.ts";
import type { Quotable } from "./quote-of.ts";

/** Tokens of a citation marker "[n]". */
const MARKER_TOKENS = 1;

/**
 * Returns a stateful check for quotes in the order of selection. The check reserves the tokens of each
 * quote that still fits.
 */
export function tokenBudget({ maxTokens }: AnswerLimits): (quote: Quotable) => boolean {
  if (maxTokens === 0) return () => true;
  let left = maxTokens;
  return ({ text }) => {
    const tokens = countWords(readableQuote(text)) + MARKER_TOKENS;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
}

/**
 * Returns the leading quotes that end before the first stop sequence.
 * @param textOf renders the answer with the given quotes
 */
export function applyStopSequences<T extends Quotable>(
  groups: readonly T[][],
  { stop }: AnswerLimits,
  textOf: (groups: readonly T[][]) => string,
): readonly T[][] {
  const text = textOf(groups);
  const offsets = stop.flatMap((each) => (each === "" || !text.includes(each) ? [] : [text.indexOf(each)]));
  if (offsets.length === 0) return groups;
  const end = Math.min(...offsets);
  let kept = groups;
  while (kept.length > 0 && textOf(kept).length > end) kept = withoutLast(kept);
  return kept;
}

function withoutLast<T extends Quotable>(groups: readonly T[][]): T[][] {
  const shorter = groups.map((group, at) => (at === groups.length - 1 ? group.slice(0, -1) : group));
  return shorter.filter((group) => group.length > 0);
}
