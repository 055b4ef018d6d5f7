import { isStopWord, termsOf } from "../../text/terms.ts";

const MAX_NAMES = 3;
/** Matches one to four capitalized words separated by single spaces. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,3}(?![\p{L}\p{N}])/gu;

/**
 * Extracts names from a quote, longest first. A pronoun in the next question may refer to one of them. A
 * single word at the start of a sentence does not count, because its capital letter proves nothing.
 */
export function extractNames(quote: string): string[] {
  const names: string[] = [];
  for (const { 0: name, index } of quote.matchAll(NAME)) {
    const words = termsOf(name);
    if (words.every(({ term }) => isStopWord(term)) || (index === 0 && words.length === 1)) continue;
    names.push(name);
  }
  const several = (name: string): number => (name.includes(" ") ? 0 : 1);
  return [...new Set(names)].sort((a, b) => several(a) - several(b)).slice(0, MAX_NAMES);
}
