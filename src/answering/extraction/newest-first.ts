import type { Passage } from "../../domain/retrieval.ts";
import { extractFigures } from "../../text/extract-figures.ts";
import { MONTHS } from "../../text/number-words.ts";
import type { Span } from "../../text/sentences.ts";
import { normalizeText } from "../../text/terms.ts";
import type { AnswerUnit } from "./answer-units.ts";
import { headingContextOf } from "./heading-context.ts";
import { stemsOf } from "./score-spans.ts";

interface PassageSpans {
  readonly passage: Passage;
  readonly spans: readonly Span[];
}

/** An answer of a passage: its unit, the words that the reader found, and how probable it is. */
export interface DatedCandidate {
  readonly unit: AnswerUnit;
  readonly words: Span;
  readonly score: number;
  readonly isNearBest: boolean;
}

/** A date, or the numbers of a name. Ages are comparable within one kind. */
interface Age {
  readonly kind: string;
  readonly numbers: readonly number[];
  readonly text: string;
  /** The line with the date. */
  readonly line: string;
}

/** Matches the beginning of a heading, or of a field such as "- Date: ". */
const FIELD_OR_HEADING = /^(?:#{1,6} |(?:- )?\p{L}[\p{L}\p{M} -]{0,24}: )/u;
/** A longer line is prose, whose dates belong to its own statement. */
const MAX_DATE_LINE_CHARS = 120;
/** Minimum probability of a contradicting answer in proportion to the best one. */
const MIN_SHARE = 0.5;
/** Minimum number of words without numbers that two similar sentences have in common. */
const MIN_COMMON_WORDS = 3;
const NUMBERS = /\p{Nd}{1,9}/gu;

/**
 * Moves the newest of the answers that contradict the best one to the front, and the best one behind it. Two
 * answers contradict each other if their words differ, and the other one lacks no word of the question that
 * stands in or above the best one. The newer one has a later date (of its mail, above it or in its sentence),
 * or comes from a document whose name has higher numbers: "Manual 2.1" after "Manual 2.0".
 * @param asked stems of the question
 */
export function newestFirst(
  candidates: readonly DatedCandidate[],
  asked: ReadonlySet<string>,
): readonly DatedCandidate[] {
  const [best, ...others] = candidates;
  if (best === undefined) return candidates;
  const rivals = others.flatMap((other) => {
    const isRow = best.unit.header !== null || other.unit.header !== null;
    if (isRow || other.score < MIN_SHARE * best.score || !hasOtherWords(best, other)) return [];
    const [age, bestAge] = commonAges(other, best);
    if (age === null || bestAge === null || !fits(best, bestAge, other, age, asked)) return [];
    const order = compare(age, bestAge);
    return order === 0 ? [] : [{ other, age, bestAge, order }];
  });
  const [newest] = rivals.toSorted((one, two) => compare(two.age, one.age));
  if (newest === undefined) return candidates;
  const ages = new Map([
    [best, newest.bestAge.text],
    ...rivals.map(({ other, age }) => [other, age.text] as const),
  ]);
  const withAge = (each: DatedCandidate): DatedCandidate => {
    const age = ages.get(each);
    return age === undefined ? each : { ...each, unit: { ...each.unit, age } };
  };
  const first = newest.order > 0 ? [newest.other, best] : [best];
  const rest = candidates.filter((each) => !first.includes(each)).map(withAge);
  return [...first.map((each) => ({ ...withAge(each), isNearBest: true })), ...rest];
}

/**
 * Finds sentences that say the same as the answer with another number: "The card costs 45 euros a year." The
 * reader names only one answer of a window.
 */
export function sentencesLike(
  { unit, words, score }: DatedCandidate,
  passages: readonly PassageSpans[],
): DatedCandidate[] {
  const numbers = extractFigures(unit.text).numbers;
  const from = words.start - unit.start;
  const at = numbers.findIndex(({ start, end }) => end > from && start < words.end - unit.start);
  const said = wordsOf(unit.text);
  if (at < 0 || said.size < MIN_COMMON_WORDS) return [];
  return passages.flatMap(({ passage, spans }) =>
    spans.flatMap((span): DatedCandidate[] => {
      const text = passage.text.slice(span.start, span.end);
      const figures = extractFigures(text).numbers;
      const [figure, others] = [figures[at], wordsOf(text)];
      if (figure === undefined || figures.length !== numbers.length) return [];
      if (others.size !== said.size || ![...said].every((word) => others.has(word))) return [];
      const found = { start: span.start + figure.start, end: span.start + figure.end };
      const like = { passage, start: span.start, end: span.end, text, header: null };
      return [{ unit: like, words: found, score, isNearBest: false }];
    }),
  );
}

/** The stems of a text without its numbers and without the names of months. */
function wordsOf(text: string): Set<string> {
  return new Set([...stemsOf(text)].filter((word) => !/\p{N}/u.test(word) && !MONTHS.has(word)));
}

function hasOtherWords(best: DatedCandidate, other: DatedCandidate): boolean {
  const [one, two] = [saidBy(best), saidBy(other)];
  return one !== "" && two !== "" && !one.includes(two) && !two.includes(one);
}

/** True if the words of the question in and above the best answer are also in and above the other one. */
function fits(
  best: DatedCandidate,
  bestAge: Age,
  other: DatedCandidate,
  age: Age,
  asked: ReadonlySet<string>,
): boolean {
  const wordsAround = ({ unit: { passage, text } }: DatedCandidate, { line }: Age): ReadonlySet<string> =>
    stemsOf([passage.displayName, headingContextOf(passage)?.headings ?? "", line, text].join("\n"));
  const [had, has] = [wordsAround(best, bestAge), wordsAround(other, age)];
  return [...asked].every((word) => !had.has(word) || has.has(word));
}

const saidBy = ({ unit, words }: DatedCandidate): string =>
  normalizeText(unit.passage.text.slice(words.start, words.end))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The dates of both candidates, or else the numbers of their names if the names are otherwise equal. */
function commonAges(one: DatedCandidate, two: DatedCandidate): [Age | null, Age | null] {
  const dates = [dateOf(one), dateOf(two)] as const;
  if (dates[0] !== null && dates[1] !== null) return [dates[0], dates[1]];
  const names = [ageOfName(one), ageOfName(two)] as const;
  return names[0].kind === names[1].kind ? [names[0], names[1]] : [null, null];
}

/** The date in the sentence beside the answer's words, else the nearest one in a line of its own above. */
function dateOf({ unit, words }: DatedCandidate): Age | null {
  const { passage, start, end } = unit;
  const { text } = passage;
  const own = `${text.slice(start, words.start)}\n${text.slice(words.end, end)}`;
  const above = text.slice(0, start).split("\n");
  const headings = (headingContextOf(passage)?.headings ?? "").split("\n");
  const lines = [passage.displayName, ...headings, ...above.filter((_, at) => isAlone(above, at))];
  for (const line of [own, ...lines.toReversed()]) {
    const date = extractFigures(line).dates.find(({ year, day }) => year !== null && day !== null);
    if (date === undefined) continue;
    const numbers = [date.year ?? 0, date.month, date.day ?? 0];
    return { kind: "date", numbers, text: numbers.map((each) => `${each}`.padStart(2, "0")).join("-"), line };
  }
  return null;
}

/** True for a heading, a field or a short paragraph of one line. Other lines belong to the text around them. */
function isAlone(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.length > MAX_DATE_LINE_CHARS || line.startsWith("|")) return false;
  const isBlank = (other: string | undefined): boolean => other === undefined || other.trim() === "";
  return FIELD_OR_HEADING.test(line) || (isBlank(lines[at - 1]) && isBlank(lines[at + 1]));
}

function ageOfName({ unit: { passage } }: DatedCandidate): Age {
  const numbers = passage.displayName.match(NUMBERS) ?? [];
  return {
    kind: passage.displayName.replace(NUMBERS, "#"),
    numbers: numbers.map(Number),
    text: passage.displayName,
    line: "",
  };
}

function compare({ numbers: one }: Age, { numbers: two }: Age): number {
  const at = one.findIndex((each, place) => each !== two[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (two[at] ?? 0);
}
