import { queryTerms } from "../domain/text/terms.ts";
import type { Term } from "../domain/text/terms.ts";

const MAX_QUERY_CHARACTERS = 8_000;
const MAX_QUERY_TERMS = 64;
const ONE_CHARACTER = /^\P{M}\p{M}*$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

export interface QueryTerm extends Term {
  /** What the index knows the term by. */
  readonly stem: string;
  /** A lone character of an unspaced script stands for every pair that begins with it. */
  readonly isPrefix: boolean;
}

/** The telling terms at the beginning of a question: a bound on what any query can cost. */
export function readQuery(query: string, stemOf: (term: string) => string): QueryTerm[] {
  const terms = queryTerms(query.slice(0, MAX_QUERY_CHARACTERS)).slice(0, MAX_QUERY_TERMS);
  return terms.map((term) => {
    const isPrefix = ONE_CHARACTER.test(term.term) && UNSPACED.test(term.term);
    return { ...term, stem: stemOf(term.term), isPrefix };
  });
}

/** An FTS5 expression that any one of the terms satisfies; a repeated term counts twice. Terms hold letters, digits and marks only. */
export function matchAny(terms: readonly QueryTerm[]): string {
  return terms.map(({ term, isPrefix }) => `"${term}"${isPrefix ? "*" : ""}`).join(" OR ");
}
