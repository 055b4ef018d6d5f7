import { isStopWord, termsOf } from "../../text/terms.ts";

const MAX_NAMES = 3;
/** One to four capitalised words with single spaces between. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,3}(?![\p{L}\p{N}])/gu;

/** Names in a quoted sentence, those of several words first: what a pronoun of the next question may stand for. A sentence's first word alone is none. */
export function namesIn(quote: string): string[] {
  const names: string[] = [];
  for (const { 0: name, index } of quote.matchAll(NAME)) {
    const words = termsOf(name);
    if (words.every(({ term }) => isStopWord(term)) || (index === 0 && words.length === 1)) continue;
    names.push(name);
  }
  const several = (name: string): number => (name.includes(" ") ? 0 : 1);
  return [...new Set(names)].sort((a, b) => several(a) - several(b)).slice(0, MAX_NAMES);
}
