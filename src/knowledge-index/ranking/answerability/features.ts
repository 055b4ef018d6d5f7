import { inverseDocumentFrequency, passageConfidence } from "../passage-confidence.ts";
import { CALENDAR_NAMES } from "../../../text/calendar-names.ts";
import { questionLanguage } from "../../../text/question-language.ts";
import { isYesNoQuestion } from "../../../text/yes-no-question.ts";
import { termCounter } from "../../query/term-counter.ts";
import { type QueryTerm, indexForms } from "../../query/query-terms.ts";
import type { TermStatistics } from "../../query/term-statistics.ts";

/** How much of the question a passage and its title cover. Each value is between 0 and 1. */
export interface PassageFeatures {
  /** BM25 divided by the question's ideal BM25. */
  readonly mass: number;
  /** Covered terms weighted by squared idf, so that one rare word outweighs many common words. */
  readonly rare: number;
  /** Covered names and numbers, weighted by idf. If the question has none, the value covers all terms. */
  readonly names: number;
  /** Covered character 4-grams, which also match inflections and compounds. */
  readonly grams: number;
}

export interface QuestionTerms {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
}

export interface NormalizedText {
  readonly words: string;
  readonly title: string;
}

/** The normalized words of a passage. */
export interface NormalizedPassage extends NormalizedText {
  /** Passage length divided by the mean length. */
  readonly relativeLength: number;
}

const GRAM = 4;
/** Names with at least 7 letters also match as prefixes: "Superbowl" matches "Super Bowls". */
const LONG_NAME = 7;
const ENDING = 2;
const WORD_IN_SMALL_LETTERS = /(?<![\p{L}\p{N}])\p{Ll}/u;

/** @returns a function that computes the features of a passage */
export function featureExtractor(
  { query, terms, stemOf }: QuestionTerms,
  statistics: TermStatistics,
): (passage: NormalizedPassage) => PassageFeatures {
  const countTerms = termCounter(terms, stemOf);
  const idf = terms.map((term) => inverseDocumentFrequency(statistics, term));
  const named = terms.map((term) => isNameOrNumber(query, term));
  const grams = gramsOf(indexForms(terms));
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
 * @returns a function that computes the proportion of the idf of names and numbers that a passage contains, 0
 * to 1; null if the index contains no name or number of the question
 */
export function nameCoverage(
  { query, terms, stemOf }: QuestionTerms,
  statistics: TermStatistics,
): ((passage: NormalizedText) => number) | null {
  const named = terms.filter(
    (term) => isNameOrNumber(query, term) && (statistics.holding.get(term.stem) ?? 0) > 0,
  );
  if (named.length === 0) return null;
  const countNames = termCounter(named, stemOf);
  const idf = named.map((term) => inverseDocumentFrequency(statistics, term));
  const whole = sum(idf);
  return ({ words, title }) => {
    const count = countNames(`${title} ${words}`);
    return sum(idf.filter((_, at) => count(named[at] as QueryTerm) > 0)) / whole;
  };
}

/**
 * Marks the names in an English question that no candidate mentions, because the documents say nothing about
 * them. Numbers in a yes-or-no question do not count: "up to 7 tonnes" answers "May a lorry of 10 tonnes use
 * it?".
 * @param candidates all candidates
 */
export function unmentionedNames(
  { query, terms, stemOf }: QuestionTerms,
  statistics: TermStatistics,
  candidates: readonly NormalizedText[],
): boolean[] {
  // German capitalizes every noun, and titles capitalize every word.
  const tellsNames = questionLanguage(query) === "en" && WORD_IN_SMALL_LETTERS.test(query);
  const namesIn = isYesNoQuestion(query) ? /^\p{L}/u : /^/;
  const names = terms.map(
    (term) =>
      tellsNames &&
      isNameOrNumber(query, term) &&
      namesIn.test(term.surface) &&
      !CALENDAR_NAMES.has(term.stem) &&
      term,
  );
  if (names.every((name) => name === false)) return terms.map(() => false);
  const texts = candidates.map(({ words, title }) => `${title} ${words}`);
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
export function isNameOrNumber(query: string, { surface, start }: QueryTerm): boolean {
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
