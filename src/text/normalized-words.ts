import { termsOf } from "./terms.ts";

/** Text with only ASCII and common punctuation, in which normalization changes only the case. */
const PLAIN = /^[\0-\x7f\u2010-\u203a]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;

/** The normalized words of a text, the same as from `termsOf`, but faster for plain text. */
export function normalizedWords(text: string): readonly string[] {
  return PLAIN.test(text) ? (text.toLowerCase().match(PLAIN_WORD) ?? []) : termsOf(text).map(({ term }) => term);
}
