import { CALENDAR_NAMES } from "../../../text/calendar-names.ts";
import { questionLanguage } from "../../../text/question-language.ts";
import { isStopWord, stem, termsOf } from "../../../text/terms.ts";
import { asksYesOrNo } from "../../../text/yes-or-no.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Days of the week, folded and without a plural: English, German. */
const DAY = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?$/;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{1,11}$/u;

/** Names in a question that tell its subject from another. */
export interface AskedNames {
  /** Stems of capitalised words within a question of yes or no: what is said of one says nothing of another. German writes every noun like a name. */
  readonly needed: readonly string[];
  /** Stems of capitalised words and of numbers within any question. */
  readonly named: readonly string[];
  /** Folded acronyms: a sentence that says others only speaks of something else. */
  readonly acronyms: ReadonlySet<string>;
  /** Days of the week, folded: what is said of others only is said of another day. */
  readonly days: readonly string[];
}

export function askedNames(question: string): AskedNames {
  const shouted = question === question.toUpperCase();
  const named = shouted
    ? []
    : termsOf(question).filter(({ surface, term, start }) => start > 0 && /^\p{Lu}/u.test(surface) && !isStopWord(term));
  const numbers = termsOf(question).filter(({ surface }) => /^\p{Nd}/u.test(surface));
  const days = termsOf(question).flatMap(({ term }) => dayIn(term));
  return {
    days,
    named: [...named, ...numbers].map(({ term }) => stem(term)).filter((name) => !CALENDAR_NAMES.has(name)),
    needed:
      asksYesOrNo(question) && questionLanguage(question) === "en"
        ? named.map(({ term }) => stem(term)).filter((name) => !CALENDAR_NAMES.has(name))
        : [],
    acronyms: new Set((shouted ? [] : termsOf(question)).filter(({ surface }) => ACRONYM.test(surface)).map(({ term }) => term)),
  };
}

/** Whether a sentence speaks of somebody or something else, and neither says one of the names that are needed nor follows one that does. */
export function isAboutAnother({ needed }: AskedNames, { stems, context, names }: SentenceCandidate): boolean {
  if (needed.length === 0 || needed.some((name) => stems.has(name) || context.has(name))) return false;
  return names.some((name) => !CALENDAR_NAMES.has(name));
}

/** Whether a sentence says another acronym in place of the one that is asked about. */
export function saysAnotherAcronym({ acronyms }: AskedNames, { words }: SentenceCandidate): boolean {
  return acronyms.size > 0 && words.every(({ term }) => !acronyms.has(term)) && words.some(({ surface }) => ACRONYM.test(surface));
}

/** Whether a sentence names other days of the week in place of the ones that are asked about. */
export function saysAnotherDay({ days }: AskedNames, { words }: SentenceCandidate): boolean {
  if (days.length === 0) return false;
  const said = words.flatMap(({ term }) => dayIn(term));
  return said.length > 0 && !said.some((day) => days.includes(day));
}

function dayIn(term: string): string[] {
  return DAY.test(term) ? [term.replace(/s$/, "")] : [];
}
