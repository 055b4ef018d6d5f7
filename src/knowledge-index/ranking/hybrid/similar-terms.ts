import type { SimilarWord, Passage } from "../../../domain/retrieval.ts";
import type { QueryTerm } from "../../query/query-terms.ts";
import { normalizedWords } from "../../../text/normalized-words.ts";
import type { WordMatcher } from "./word-matcher.ts";

/** The number of passages that an answer reads. */
const PASSAGES = 12;

/** The words of the best passages that are similar to question terms. */
export function similarTerms(
  passages: readonly Passage[],
  terms: readonly QueryTerm[],
  matches: WordMatcher,
): SimilarWord[] {
  const words = passages
    .slice(0, PASSAGES)
    .flatMap(({ text, displayName }) => [...normalizedWords(displayName), ...normalizedWords(text)]);
  return [...new Set(words)].flatMap((word) => {
    const match = matches(word);
    return terms.flatMap(({ stem }, at): SimilarWord[] => {
      const part = match?.[at] ?? 0;
      return part > 0 && part < 1 ? [{ word, stem, part }] : [];
    });
  });
}
