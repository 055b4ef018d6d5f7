import { isStopWord, termsOf } from "../../text/terms.ts";

const MAX_CHARS = 100;
/** "2+2", "3 * 4", "10 / 2"; without spaces a slash or a hyphen stands in names and dates: "9/11", "20-20". */
const SUM = /\p{N}\s*[+*×÷^=]\s*\p{N}|\p{N}\s+[-−–/]\s+\p{N}/u;
const WORDS_OF_SUMS = new Set(
  "much calculate compute equal equals solve result sum wieviel viel ergibt rechne combien font cuanto сколько будет".split(" "),
);

/** Whether the question is a sum and nothing else: no document is asked, so none is to be quoted because it holds the same digits. */
export function isArithmetic(question: string): boolean {
  if (question.length > MAX_CHARS || !SUM.test(question)) return false;
  return termsOf(question).every(({ term }) => /^\p{N}+$/u.test(term) || isStopWord(term) || WORDS_OF_SUMS.has(term));
}
