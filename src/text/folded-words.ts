import { termsOf } from "./terms.ts";

/** English text as it mostly is: what separates its words is known, and nothing in them folds. */
const PLAIN = /^[\0-\x7f\u2010-\u203a]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;

/** The folded words of a text: as `termsOf` gives them, faster where the text is plain. */
export function foldedWords(text: string): readonly string[] {
  return PLAIN.test(text) ? (text.toLowerCase().match(PLAIN_WORD) ?? []) : termsOf(text).map(({ term }) => term);
}
