import { stem } from "../../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../../text/terms.ts";
import { NUMBER_WORD } from "../answer-type.ts";
import type { SentenceCandidate } from "../sentence-candidates.ts";
import { columnNamesText } from "../heading-context.ts";

/** Maximum number of words between the number and the counted noun: "474 new binary packages". */
const MAX_BETWEEN = 3;
const MAX_WORDS = 3;
const FIGURE = /^\p{N}/u;

/**
 * Returns the stem of the counted noun, or null if the question counts nothing. "How many binary packages did
 * it have?" counts packages. English only.
 */
export function countedNoun(question: string): string | null {
  const words = termsOf(question).map(({ term }) => term);
  const many = words.findIndex((word, at) => word === "many" && words[at - 1] === "how");
  if (many < 0) return null;
  const named = words.slice(many + 1, many + 2 + MAX_WORDS);
  const thing = named[named.findIndex((word) => isStopWord(word)) - 1];
  return thing === undefined ? null : stem(thing);
}

/** True if a sentence contains a number of the counted things, or is a row with a column for their number. */
export function hasCountOf(thing: string | null, { passage, header, words }: SentenceCandidate): boolean {
  if (thing === null) return false;
  if (header !== null && words.some(({ surface }) => FIGURE.test(surface))) {
    if (termsOf(columnNamesText(passage, header)).some(({ term }) => stem(term) === thing)) return true;
  }
  return words.some(
    ({ surface, term }, at) =>
      (FIGURE.test(surface) || NUMBER_WORD.test(term)) &&
      words.slice(at + 1, at + 2 + MAX_BETWEEN).some((word) => word.stem === thing),
  );
}
