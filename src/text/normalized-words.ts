import { termsOf } from "./terms.ts";

/** Matches text with only ASCII and common punctuation, in which normalization changes only the case. */
const PLAIN = /^[\0-\x7f\u2010-\u203a]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;

/** The normalized words of a text. The result equals the terms of `termsOf`, but plain text is faster. */
export function normalizedWords(text: string): readonly string[] {
  return PLAIN.test(text)
    ? (text.toLowerCase().match(PLAIN_WORD) ?? [])
    : termsOf(text).map(({ term }) => term);
}
