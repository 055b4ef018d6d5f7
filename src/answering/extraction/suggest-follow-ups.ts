import { stem } from "../../text/stemmer.ts";
import { isStopWord, queryTerms, termsOf } from "../../text/terms.ts";
import type { Passage } from "../../domain/retrieval.ts";
import type { Quotable } from "./quote-of.ts";

const MAX_SUGGESTIONS = 3;
/** Matches two to four capitalized words separated by single spaces. In English they usually form a name. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’]+(?: \p{Lu}[\p{L}\p{M}'’]+){1,3}(?![\p{L}\p{N}])/gu;
const MAX_NAME_CHARS = 60;

/**
 * Suggests follow-up questions in English. Each asks about a name that is in a quote and elsewhere in the
 * passages, but not in the question. Often returns an empty list.
 */
export function suggestFollowUps(
  question: string,
  picked: readonly Quotable[],
  passages: readonly Passage[],
): string[] {
  const asked = new Set(queryTerms(question).map(({ term }) => stem(term)));
  const suggestions = new Set<string>();
  for (const { text: quoted } of picked) {
    for (const [name] of quoted.matchAll(NAME)) {
      const terms = termsOf(name).map(({ term }) => term);
      if (name.length > MAX_NAME_CHARS || terms.some((term) => isStopWord(term) || asked.has(stem(term))))
        continue;
      if (passages.some(({ text }) => text.replace(quoted, "").includes(name)))
        suggestions.add(`What about ${name}?`);
    }
  }
  return [...suggestions].slice(0, MAX_SUGGESTIONS);
}
