import { termCounter } from "../query/term-counter.ts";
import type { QueryTerm } from "../query/query-terms.ts";
import type { TermStatistics } from "../query/term-statistics.ts";
import { inverseDocumentFrequency } from "./bm25.ts";

/** The normalized words of a passage, and of its document's name and headings. */
interface PassageWords {
  readonly words: string;
  readonly title: string;
}

/** The share of the question's terms that a passage contains, weighted by idf, 0 to 1. */
export function termCoverage(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  { words, title }: PassageWords,
  stemOf: (word: string) => string,
): number {
  const count = termCounter(terms, stemOf)(`${words} ${title}`);
  let [covered, whole] = [0, 0];
  for (const term of new Map(terms.map((each) => [each.stem, each])).values()) {
    const weight = inverseDocumentFrequency(statistics, term);
    whole += weight;
    if (count(term) > 0) covered += weight;
  }
  return whole > 0 ? covered / whole : 0;
}
