import type { SimilarWord, Passage } from "../../domain/retrieval.ts";
import type { QueryTerm } from "../query-words.ts";
import { foldedWords } from "../../text/folded-words.ts";
import type { WordMatcher } from "./word-matches.ts";

/** No more passages are read for an answer. */
const PASSAGES = 12;

/** Which words of the best passages mean something like the question's. */
export function alikeIn(passages: readonly Passage[], terms: readonly QueryTerm[], matches: WordMatcher): SimilarWord[] {
  const words = passages.slice(0, PASSAGES).flatMap(({ text, displayName }) => [...foldedWords(displayName), ...foldedWords(text)]);
  return [...new Set(words)].flatMap((word) => {
    const match = matches(word);
    return terms.flatMap(({ stem }, at): SimilarWord[] => {
      const part = match?.[at] ?? 0;
      return part > 0 && part < 1 ? [{ word, stem, part }] : [];
    });
  });
}
