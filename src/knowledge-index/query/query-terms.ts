import { questionLanguage } from "../../text/question-language.ts";
import { stem, indexForm } from "../../text/stemmer.ts";
import { queryTerms } from "../../text/terms.ts";
import type { Term } from "../../text/terms.ts";

const MAX_QUERY_CHARACTERS = 8_000;
const MAX_QUERY_TERMS = 64;
const ONE_CHARACTER = /^\P{M}\p{M}*$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Scripts in which `stem` returns the common prefix of a word's inflections. */
const STEM_IS_BEGINNING = /^[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Deva}\p{sc=Arab}]{3,}$/u;
/**
 * The prepositions "by" and "for" are prefixes of the next word. In a short word, the first letter may belong
 * to the word.
 */
const ARABIC_PREPOSITION = /^[وف]?[بل](?=\p{sc=Arab}{4})/u;
const LATIN = /^\p{sc=Latn}+$/u;
/** Letters that identify Turkish, whose words often have long suffixes. */
const TURKISH = /[ığş]/iu;

export interface QueryTerm extends Term {
  /** The form of the term in the index. */
  readonly stem: string;
  /**
   * The term matches every word that begins with `stem`: all inflections, or the pairs that begin with a
   * single character of an unspaced script.
   */
  readonly isPrefix: boolean;
  /** Other beginnings that the term also matches, such as an Arabic word without its preposition. */
  readonly synonymPrefixes?: readonly string[];
}

/**
 * The content terms at the beginning of a question. The maximum number of terms bounds the cost of a query.
 */
export function analyzeQuery(query: string, stemOf: (term: string) => string): QueryTerm[] {
  const asked = query.slice(0, MAX_QUERY_CHARACTERS);
  const letters = questionLanguage(asked) === "en" ? Infinity : TURKISH.test(asked) ? 5 : 6;
  return queryTerms(asked)
    .slice(0, MAX_QUERY_TERMS)
    .map((term) => {
      const beginning = beginningOf(term.term, letters);
      const names = letters === Infinity ? [] : withoutPreposition(term.term);
      return {
        ...term,
        stem: beginning ?? stemOf(term.term),
        isPrefix: beginning !== null,
        ...(names.length > 0 ? { synonymPrefixes: names } : {}),
      };
    });
}

/** The prefix that a term matches; null if the index's Porter stems suffice. */
function beginningOf(term: string, latinLetters: number): string | null {
  if (ONE_CHARACTER.test(term) && UNSPACED.test(term)) return term;
  if (STEM_IS_BEGINNING.test(term)) {
    const beginning = stem(term);
    return beginning.length > 2 ? beginning : null;
  }
  // Drops a final letter that Porter's stemmer may remove or change.
  return term.length > latinLetters && LATIN.test(term)
    ? term.slice(0, latinLetters).replace(/(?:es?|s|y)$/, "")
    : null;
}

/**
 * The stem of an Arabic word without its prefixed preposition. Empty if the word also has an article, because
 * the index form has neither.
 */
function withoutPreposition(term: string): readonly string[] {
  const rest = term.replace(ARABIC_PREPOSITION, "");
  return rest === term || indexForm(term) !== term ? [] : [stem(rest)].filter((each) => each.length > 2);
}

/**
 * An FTS5 expression that matches any of the terms; a repeated term counts twice. Terms contain only letters,
 * digits, marks and private use characters.
 */
export function matchAny(terms: readonly QueryTerm[]): string {
  const own = ({ term, stem: beginning, isPrefix }: QueryTerm): string =>
    isPrefix ? `"${beginning}"*` : `"${indexForm(term)}"`;
  return terms
    .flatMap((term) => [own(term), ...(term.synonymPrefixes ?? []).map((name) => `"${name}"*`)])
    .join(" OR ");
}
