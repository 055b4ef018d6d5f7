import { inverseFrequency, passageConfidence } from "../confidence.ts";
import { CALENDAR_NAMES } from "../../text/calendar-names.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { isYesNoQuestion } from "../../text/yes-no-question.ts";
import { termCounter } from "../matched-terms.ts";
import { type QueryTerm, wordsAsKept } from "../query-words.ts";
import type { TermStatistics } from "../term-statistics.ts";

/** How much of the question a passage and its title cover, 0 to 1 each. */
export interface PassageSigns {
  /** BM25 divided by the question's ideal BM25. */
  readonly mass: number;
  /** Covered terms weighted by squared idf, so that one rare word outweighs many common ones. */
  readonly rare: number;
  /** Covered names and numbers, weighted by idf. Covers all terms if the question has none. */
  readonly names: number;
  /** Covered character 4-grams, which also match inflections and compounds. */
  readonly grams: number;
}

export interface AskedWords {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
}

export interface FoldedNames {
  readonly words: string;
  readonly title: string;
}

/** The normalized words of a passage. */
export interface FoldedPassage extends FoldedNames {
  /** Length divided by the mean length. */
  readonly relativeLength: number;
}

const GRAM = 4;
/** Names of this length match by their beginning: "Superbowl" matches "Super Bowls". */
const LONG_NAME = 7;
const ENDING = 2;
const WORD_IN_SMALL_LETTERS = /(?<![\p{L}\p{N}])\p{Ll}/u;

/** @returns a function that computes the features of a passage */
export function signReader({ query, terms, stemOf }: AskedWords, statistics: TermStatistics): (passage: FoldedPassage) => PassageSigns {
  const countTerms = termCounter(terms, stemOf);
  const idf = terms.map((term) => inverseFrequency(statistics, term));
  const named = terms.map((term) => isNamed(query, term));
  const grams = gramsOf(wordsAsKept(terms));
  return ({ words, title, relativeLength }) => {
    const [inText, inTitle] = [countTerms(words), countTerms(title)];
    const counts = terms.map((term) => inText(term) + inTitle(term));
    const share = (weights: readonly number[]): number | null => {
      const whole = sum(weights);
      return whole > 0 ? sum(weights.filter((_, at) => (counts[at] ?? 0) > 0)) / whole : null;
    };
    const text = ` ${title} ${words} `;
    return {
      mass: passageConfidence(terms, statistics, { count: (_, at) => counts[at] ?? 0, relativeLength }),
      rare: share(idf.map((value) => value * value)) ?? 0,
      names: share(idf.map((value, at) => (named[at] === true ? value : 0))) ?? share(idf) ?? 0,
      grams: grams.filter((gram) => text.includes(gram)).length / Math.max(1, grams.length),
    };
  };
}

/**
 * @returns a function that computes the idf share of the question's names and numbers in a passage, 0 to 1;
 * null if the index holds none of them
 */
export function namesReader({ query, terms, stemOf }: AskedWords, statistics: TermStatistics): ((passage: FoldedNames) => number) | null {
  const named = terms.filter((term) => isNamed(query, term) && (statistics.holding.get(term.stem) ?? 0) > 0);
  if (named.length === 0) return null;
  const countNames = termCounter(named, stemOf);
  const idf = named.map((term) => inverseFrequency(statistics, term));
  const whole = sum(idf);
  return ({ words, title }) => {
    const count = countNames(`${title} ${words}`);
    return sum(idf.filter((_, at) => count(named[at] as QueryTerm) > 0)) / whole;
  };
}

/**
 * Marks the names in an English question that no candidate mentions: the documents say nothing about them.
 * Numbers in a yes-or-no question do not count: "up to 7 tonnes" answers "May a lorry of 10 tonnes use it?".
 * @param found all candidates
 */
export function strangeTerms({ query, terms, stemOf }: AskedWords, statistics: TermStatistics, found: readonly FoldedNames[]): boolean[] {
  // German capitalizes every noun, and titles capitalize every word.
  const tellsNames = questionLanguage(query) === "en" && WORD_IN_SMALL_LETTERS.test(query);
  const namesIn = isYesNoQuestion(query) ? /^\p{L}/u : /^/;
  const names = terms.map(
    (term) => tellsNames && isNamed(query, term) && namesIn.test(term.surface) && !CALENDAR_NAMES.has(term.stem) && term,
  );
  if (names.every((name) => name === false)) return terms.map(() => false);
  const texts = found.map(({ words, title }) => `${title} ${words}`);
  const joined = texts.map((text) => text.replaceAll(" ", ""));
  return names.map((name) => {
    if (name === false) return false;
    const beginning = name.term.slice(0, -ENDING);
    if (name.term.length >= LONG_NAME && joined.some((text) => text.includes(beginning))) return false;
    if ((statistics.holding.get(name.stem) ?? 0) === 0) return true;
    const count = termCounter([name], stemOf);
    return !texts.some((text) => count(text)(name) > 0);
  });
}

/**
 * Whether the term is a capitalized name or a number. The first word of a question is always capitalized and
 * does not count.
 */
export function isNamed(query: string, { surface, start }: QueryTerm): boolean {
  return /\p{N}/u.test(surface) || (/^\p{Lu}/u.test(surface) && /[\p{L}\p{N}]/u.test(query.slice(0, start)));
}

function gramsOf(words: string): string[] {
  const padded = ` ${words} `;
  const grams = new Set<string>();
  for (let start = 0; start + GRAM <= padded.length; start += 1) grams.add(padded.slice(start, start + GRAM));
  return [...grams];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
