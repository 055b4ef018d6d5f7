import { questionLanguage } from "../../text/question-language.ts";
import { isStopWord, stem, termsOf } from "../../text/terms.ts";
import { figuresIn, type Figures } from "./figures-in.ts";
import { MONTHS, NUMBER_WORDS, SCALE_WORDS, UNITS } from "./number-words.ts";
import { DAYS } from "./calendar-words.ts";

/** More of a text is not looked at, in UTF-16 code units: no sentence is longer. */
export const MAX_CHARS = 2_000;
/** Everything beyond these words is content that nothing covers. */
const MAX_WORDS = 400;
const CLAUSE_BREAK = /[,;:.!?()[\]—–、，；：。]|\s-\s/;

/** A word of a statement. */
export interface StatementWord {
  /** Folded. */
  readonly term: string;
  readonly stem: string;
  /** `name`: it is written like one; `capital`: it may be one, as the first word of a sentence or in German; `number`: its value is compared, not its spelling. */
  readonly kind: "name" | "capital" | "number" | "function" | "content";
  /** Which part of the sentence it stands in, from 0. */
  readonly clause: number;
}

/** A sentence as it is compared with others. */
export interface Statement {
  readonly text: string;
  readonly words: readonly StatementWord[];
  readonly stems: ReadonlySet<string>;
  readonly figures: Figures;
}

/** Time is linear in the text, of which the first MAX_CHARS count. */
export function readStatement(whole: string): Statement {
  const text = whole.slice(0, MAX_CHARS);
  const figures = figuresIn(text);
  // German writes every noun like a name; so do headings and those who shout.
  const tellsNames = questionLanguage(text) !== "de" && !isMostlyCapitals(text);
  const words: StatementWord[] = [];
  let clause = 0;
  let end = 0;
  for (const { term, surface, start, end: next } of termsOf(text).slice(0, MAX_WORDS)) {
    if (start > end && words.length > 0 && CLAUSE_BREAK.test(text.slice(end, start))) clause += 1;
    words.push({ term, stem: sameStem(term), kind: kindOf({ term, surface, isFirst: words.length === 0, tellsNames }), clause });
    end = Math.max(end, next);
  }
  return { text, words, stems: new Set(words.map((word) => word.stem)), figures };
}

/** The form under which a word is compared: months and days of the week are the same in every language. */
export function sameStem(term: string): string {
  const month = MONTHS.get(term);
  if (month !== undefined && term.length > 3) return `month ${month}`;
  const day = DAYS.get(term);
  return day === undefined ? stem(term) : `day ${day}`;
}

function kindOf(word: { term: string; surface: string; isFirst: boolean; tellsNames: boolean }): StatementWord["kind"] {
  const { term, surface, isFirst, tellsNames } = word;
  if (/^\p{Nd}/u.test(surface) || NUMBER_WORDS.has(term) || SCALE_WORDS.has(term) || MONTHS.has(term)) return "number";
  if (/^\p{Lu}[\p{Lu}\p{Nd}]{1,11}$/u.test(surface) && tellsNames) return "name";
  if (isStopWord(term)) return "function";
  if (DAYS.has(term)) return "name";
  if (UNITS.has(term)) return "content";
  if (!/^\p{Lu}/u.test(surface)) return "content";
  return isFirst || !tellsNames ? "capital" : "name";
}

function isMostlyCapitals(text: string): boolean {
  const letters = text.match(/\p{L}+/gu) ?? [];
  return letters.filter((word) => /^\p{Lu}/u.test(word)).length > Math.max(4, letters.length * 0.6);
}
