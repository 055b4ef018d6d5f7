import { attributeNames } from "../text/attribute-words.ts";
import { questionLanguage } from "../text/question-language.ts";
import { queryTerms, stem, withoutArticle } from "../text/terms.ts";
import type { Term } from "../text/terms.ts";

const MAX_QUERY_CHARACTERS = 8_000;
const MAX_QUERY_TERMS = 64;
const ONE_CHARACTER = /^\P{M}\p{M}*$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Scripts in which `stem` leaves what inflections have in common as the beginning of the word. */
const STEM_IS_BEGINNING = /^[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Deva}\p{sc=Arab}]{3,}$/u;
/** "By" and "for" are written with the word behind them; of a short word the letter may be its own. */
const ARABIC_PREPOSITION = /^[وف]?[بل](?=\p{sc=Arab}{4})/u;
const LATIN = /^\p{sc=Latn}+$/u;
/** Written in Turkish, whose endings are long and many. */
const TURKISH = /[ığş]/iu;

export interface QueryTerm extends Term {
  /** What the index knows the term by. */
  readonly stem: string;
  /** It stands for every word that begins with `stem`: all inflections, or the pairs that begin with a lone character of an unspaced script. */
  readonly isPrefix: boolean;
  /** What other words begin with that stand for it as well. */
  readonly names?: readonly string[];
}

/** The content terms at the beginning of a question. Their maximum number bounds the cost of a query. */
export function readQuery(query: string, stemOf: (term: string) => string): QueryTerm[] {
  const asked = query.slice(0, MAX_QUERY_CHARACTERS);
  const letters = questionLanguage(asked) === "en" ? Infinity : TURKISH.test(asked) ? 5 : 6;
  return queryTerms(asked)
    .slice(0, MAX_QUERY_TERMS)
    .map((term) => {
      const beginning = beginningOf(term.term, letters);
      const names = letters === Infinity ? [] : [...attributeNames(term.term), ...withoutPreposition(term.term)];
      return { ...term, stem: beginning ?? stemOf(term.term), isPrefix: beginning !== null, ...(names.length > 0 ? { names } : {}) };
    });
}

/** What the words that a term stands for begin with; null where the index's own stems (Porter's) tell what is alike. */
function beginningOf(term: string, latinLetters: number): string | null {
  if (ONE_CHARACTER.test(term) && UNSPACED.test(term)) return term;
  if (STEM_IS_BEGINNING.test(term)) {
    const beginning = stem(term);
    return beginning.length > 2 ? beginning : null;
  }
  // Without the last letter where Porter's stems may lack or change it.
  return term.length > latinLetters && LATIN.test(term) ? term.slice(0, latinLetters).replace(/(?:es?|s|y)$/, "") : null;
}

/** A question's terms as the index keeps words, one space between them: what is compared with those of passages character by character. */
export function wordsAsKept(terms: readonly QueryTerm[]): string {
  return terms.map(({ term }) => withoutArticle(term)).join(" ");
}

/** What a word is in Arabic without the preposition that is written with it; none where it has an article too, which goes with it anyway. */
function withoutPreposition(term: string): readonly string[] {
  const rest = term.replace(ARABIC_PREPOSITION, "");
  return rest === term || withoutArticle(term) !== term ? [] : [stem(rest)].filter((each) => each.length > 2);
}

/** An FTS5 expression that any one of the terms satisfies; a repeated term counts twice. Terms hold letters, digits, marks and private use characters only. */
export function matchAny(terms: readonly QueryTerm[]): string {
  const own = ({ term, stem: beginning, isPrefix }: QueryTerm): string => (isPrefix ? `"${beginning}"*` : `"${withoutArticle(term)}"`);
  return terms.flatMap((term) => [own(term), ...(term.names ?? []).map((name) => `"${name}"*`)]).join(" OR ");
}
