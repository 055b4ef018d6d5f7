import { type QuestionLanguage, questionLanguage } from "../../text/question-language.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { extractFigures, type Figure, type Figures } from "../../text/extract-figures.ts";
import { MONTHS, NUMBER_WORDS, SCALE_WORDS, UNITS } from "../../text/number-words.ts";

const week = (days: string): [string, number][] =>
  days.split(/\s+/).map((day, at): [string, number] => [day, at + 1]);

/** Normalized names of weekdays with their numbers. Monday is 1. */
const WEEKDAYS: ReadonlyMap<string, number> = new Map([
  ...week("monday tuesday wednesday thursday friday saturday sunday"),
  ...week("mondays tuesdays wednesdays thursdays fridays saturdays sundays"),
  ...week("montag dienstag mittwoch donnerstag freitag samstag sonntag"),
  ...week("montags dienstags mittwochs donnerstags freitags samstags sonntags"),
  ...week("lundi mardi mercredi jeudi vendredi samedi dimanche"),
  ...week("lunes martes miercoles jueves viernes sabado domingo"),
  ...week("lunedi martedi mercoledi giovedi venerdi sabato domenica"),
]);

/** Maximum number of UTF-16 code units to read of a sentence. */
export const MAX_PARSED_SENTENCE_CHARS = 2_000;
/** Maximum number of words to compare of a sentence. */
const MAX_WORDS = 400;
const CLAUSE_BREAK = /[,;:.!?()[\]—–、，；：。]|\s-\s/;

export interface ParsedWord {
  /** The normalized word. */
  readonly term: string;
  readonly stem: string;
  /**
   * Kind of the word. `name`: capitalized inside a sentence. `capital`: a possible name, because it is the
   * first word or a German noun. `number`: compared by value instead of spelling.
   */
  readonly kind: "name" | "capital" | "number" | "function" | "content";
  /** Index of the clause that contains the word, from 0. */
  readonly clause: number;
  /** Offset in the text. */
  readonly start: number;
}

/** A sentence parsed for comparison. */
export interface ParsedSentence {
  readonly text: string;
  readonly language: QuestionLanguage;
  readonly words: readonly ParsedWord[];
  readonly stems: ReadonlySet<string>;
  readonly figures: Figures;
}

/** Parses a sentence in linear time. Reads the first `MAX_SENTENCE_CHARS` code units. */
export function parseSentence(whole: string): ParsedSentence {
  const text = whole.slice(0, MAX_PARSED_SENTENCE_CHARS);
  const figures = extractFigures(text);
  // Capital letters do not identify names in German, in headings and in text that is all capitals.
  const language = questionLanguage(text);
  const tellsNames = language !== "de" && !isMostlyCapitals(text);
  const words: ParsedWord[] = [];
  let clause = 0;
  let end = 0;
  for (const { term, surface, start, end: next } of termsOf(text).slice(0, MAX_WORDS)) {
    if (start > end && words.length > 0 && CLAUSE_BREAK.test(text.slice(end, start))) clause += 1;
    words.push({
      term,
      stem: comparisonStem(term),
      kind: wordKind({ term, surface, isFirst: words.length === 0, tellsNames }),
      clause,
      start,
    });
    end = Math.max(end, next);
  }
  return { text, language, words, stems: new Set(words.map((word) => word.stem)), figures };
}

/** Returns the content word directly behind a number. */
export function wordBehind(
  { end }: Pick<Figure, "end">,
  { words }: Pick<ParsedSentence, "words">,
): ParsedWord | undefined {
  const word = words.find(({ start }) => start >= end);
  return word?.kind === "content" && word.start - end <= 2 ? word : undefined;
}

/** Returns the normalized words, each between two spaces. */
export function normalizedText(words: readonly { readonly term: string }[]): string {
  return ` ${words.map(({ term }) => term).join(" ")} `;
}

/** Returns the stem for comparison. The names of months and weekdays have the same stem in all languages. */
export function comparisonStem(term: string): string {
  const month = MONTHS.get(term);
  if (month !== undefined && term.length > 3) return `month ${month}`;
  const day = WEEKDAYS.get(term);
  return day === undefined ? stem(term) : `day ${day}`;
}

function wordKind(word: {
  term: string;
  surface: string;
  isFirst: boolean;
  tellsNames: boolean;
}): ParsedWord["kind"] {
  const { term, surface, isFirst, tellsNames } = word;
  if (/^\p{Nd}/u.test(surface) || NUMBER_WORDS.has(term) || SCALE_WORDS.has(term) || MONTHS.has(term))
    return "number";
  if (/^\p{Lu}[\p{Lu}\p{Nd}]{1,11}$/u.test(surface) && tellsNames) return "name";
  if (isStopWord(term)) return "function";
  if (WEEKDAYS.has(term)) return "name";
  if (UNITS.has(term)) return "content";
  if (!/^\p{Lu}/u.test(surface)) return "content";
  return isFirst || !tellsNames ? "capital" : "name";
}

function isMostlyCapitals(text: string): boolean {
  const letters = text.match(/\p{L}+/gu) ?? [];
  return letters.filter((word) => /^\p{Lu}/u.test(word)).length > Math.max(4, letters.length * 0.6);
}
