import { stem } from "../../text/stemmer.ts";
import { termsOf } from "../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * Returns the words of the question that select a document by its name. In "the GUI of recoll", "recoll"
 * selects recoll-usermanual.html.
 */
export function titleTerms(stems: readonly string[], sentences: readonly SentenceCandidate[]): string[] {
  const names = [...new Set(sentences.map(({ passage }) => passage.displayName))].map(
    (name) => new Set(termsOf(name).map(({ term }) => stem(term))),
  );
  return stems.filter(
    (word) => names.some((name) => name.has(word)) && !names.every((name) => name.has(word)),
  );
}
