import { isStopWord, termsOf } from "../../text/terms.ts";

const MAX_CHARS = 100;
/**
 * Matches "2+2", "3 * 4" and "10 / 2". A slash or hyphen counts only between spaces, because "9/11" and
 * "20-20" may be names or dates.
 */
const SUM = /\p{N}\s*[+*×÷^=]\s*\p{N}|\p{N}\s+[-−–/]\s+\p{N}/u;
const WORDS_OF_SUMS = new Set(
  "much calculate compute equal equals solve result sum wieviel viel ergibt rechne combien font cuanto сколько будет".split(
    " ",
  ),
);

/** True for a question that is only a calculation. A search for its digits would return unrelated quotes. */
export function isArithmetic(question: string): boolean {
  if (question.length > MAX_CHARS || !SUM.test(question)) return false;
  return termsOf(question).every(
    ({ term }) => /^\p{N}+$/u.test(term) || isStopWord(term) || WORDS_OF_SUMS.has(term),
  );
}
