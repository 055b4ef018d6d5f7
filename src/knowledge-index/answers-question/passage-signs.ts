import { inverseFrequency, passageConfidence } from "../confidence.ts";
import { CALENDAR_NAMES } from "../../text/calendar-names.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { asksYesOrNo } from "../../text/yes-or-no.ts";
import { termCounter } from "../matched-terms.ts";
import { type QueryTerm, wordsAsKept } from "../query-words.ts";
import type { TermStatistics } from "../term-statistics.ts";

/** How much of a question a passage says, with its document's name, each from 0 to 1. */
export interface PassageSigns {
  /** BM25 divided by the question's ideal BM25. */
  readonly mass: number;
  /** Of its words by the square of their idf: one rare word outweighs many common ones. */
  readonly rare: number;
  /** Of its names and numbers; of all words by their idf where it has none. */
  readonly names: number;
  /** Of its sequences of four characters: inflections and compounds too. */
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

/** Folded words. */
export interface FoldedPassage extends FoldedNames {
  /** Its length divided by the mean length. */
  readonly relativeLength: number;
}

const GRAM = 4;
/** A name of so many letters is known by its beginning, whatever it ends with and wherever its words are parted: "Superbowl", "Super Bowls". */
const LONG_NAME = 7;
const ENDING = 2;
const WORD_IN_SMALL_LETTERS = /(?<![\p{L}\p{N}])\p{Ll}/u;

/** @returns what tells of passages how much of the question they say */
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
 * @returns what tells of passages how much they say of the names and numbers that are asked about, by their idf, from 0 to 1; null where none is
 * asked about that the index holds
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
 * Of each term of an English question whether it is a name that none of the passages says: what is asked about is not there. A number in a question
 * of yes or no is none: "May a lorry of 10 tonnes use it?" is answered by "up to 7 tonnes".
 * @param found all that holds a word of the question
 */
export function strangeTerms({ query, terms, stemOf }: AskedWords, statistics: TermStatistics, found: readonly FoldedNames[]): boolean[] {
  // German writes every noun like a name, and so are all words of a title or of a shout.
  const tellsNames = questionLanguage(query) === "en" && WORD_IN_SMALL_LETTERS.test(query);
  const namesIn = asksYesOrNo(query) ? /^\p{L}/u : /^/;
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

/** Whether a term is written as a name or a number: a capital letter tells nothing of a question's first word. */
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
