import { CALENDAR_NAMES } from "../../../text/calendar-names.ts";
import { questionLanguage } from "../../../text/question-language.ts";
import { stem } from "../../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../../text/terms.ts";
import { isYesNoQuestion } from "../../../text/yes-no-question.ts";
import type { SentenceCandidate } from "../sentence-candidates.ts";

/** Matches a day of the week in English or German, normalized, without a plural. */
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?$/;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{1,11}$/u;

/** Names in a question that identify its subject. */
export interface RequestedNames {
  /**
   * Stems of capitalized words in a yes-or-no question. A statement about another name cannot answer it.
   * Empty for German, which capitalizes all nouns.
   */
  readonly needed: readonly string[];
  /** Stems of the capitalized words and numbers in a question of any kind. */
  readonly named: readonly string[];
  /**
   * Normalized acronyms of the question. A sentence that contains only other acronyms has another subject.
   */
  readonly acronyms: ReadonlySet<string>;
  /**
   * Normalized days of the week in the question. A sentence that contains only other days is about another
   * day.
   */
  readonly days: readonly string[];
}

export function requestedNames(question: string): RequestedNames {
  const shouted = question === question.toUpperCase();
  const named = shouted
    ? []
    : termsOf(question).filter(
        ({ surface, term, start }) => start > 0 && /^\p{Lu}/u.test(surface) && !isStopWord(term),
      );
  const numbers = termsOf(question).filter(({ surface }) => /^\p{Nd}/u.test(surface));
  const days = termsOf(question).flatMap(({ term }) => dayIn(term));
  return {
    days,
    named: [...named, ...numbers].map(({ term }) => stem(term)).filter((name) => !CALENDAR_NAMES.has(name)),
    needed:
      isYesNoQuestion(question) && questionLanguage(question) === "en"
        ? named.map(({ term }) => stem(term)).filter((name) => !CALENDAR_NAMES.has(name))
        : [],
    acronyms: new Set(
      (shouted ? [] : termsOf(question))
        .filter(({ surface }) => ACRONYM.test(surface))
        .map(({ term }) => term),
    ),
  };
}

/**
 * True if a sentence names another subject, and neither the sentence nor its context contains a needed name.
 */
export function isAboutOtherName(
  { needed }: RequestedNames,
  { stems, context, names }: SentenceCandidate,
): boolean {
  if (needed.length === 0 || needed.some((name) => stems.has(name) || context.has(name))) return false;
  return names.some((name) => !CALENDAR_NAMES.has(name));
}

/** True if a sentence contains other acronyms, but none of the question's acronyms. */
export function hasOtherAcronym({ acronyms }: RequestedNames, { words }: SentenceCandidate): boolean {
  return (
    acronyms.size > 0 &&
    words.every(({ term }) => !acronyms.has(term)) &&
    words.some(({ surface }) => ACRONYM.test(surface))
  );
}

/** True if a sentence names days of the week, but none of the question's days. */
export function hasOtherWeekday({ days }: RequestedNames, { words }: SentenceCandidate): boolean {
  if (days.length === 0) return false;
  const said = words.flatMap(({ term }) => dayIn(term));
  return said.length > 0 && !said.some((day) => days.includes(day));
}

function dayIn(term: string): string[] {
  return DAY.test(term) ? [term.replace(/s$/, "")] : [];
}
