import type { Figure, DateMention } from "./extract-figures.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";

const NUMERIC_DATE = /^\p{Nd}{1,4}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.(?!\p{Nd}))/u;
const ANY_NUMERIC_DATE = /\p{Nd}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.\s)/u;
/** True if two numbers are equal within the tolerance of decimal rounding. */
const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

/**
 * True if the cited sentences contain every number and date of the sentence with the same value and unit.
 * Numbers and dates from `elsewhere` count only if the cited sentences contain none. Otherwise the question
 * "Is it 50?" would support "It is 50" although the source says 40.
 */
export function hasCitedNumbers(
  said: ParsedSentence,
  sources: readonly ParsedSentence[],
  elsewhere: readonly ParsedSentence[],
): boolean {
  const dates = sources.flatMap(({ figures }) => figures.dates);
  const numbers = sources.flatMap(({ figures }) => figures.numbers);
  const otherDates = elsewhere.flatMap(({ figures }) => figures.dates);
  const otherNumbers = elsewhere.flatMap(({ figures }) => figures.numbers);
  const isInDate = (value: number): boolean =>
    said.figures.dates.some(({ year, month, day }) => value === year || value === month || value === day);
  const isDateThere = (date: DateMention): boolean =>
    dates.some((other) => agrees(date, other, [...numbers, ...otherNumbers])) ||
    (dates.length === 0 && otherDates.some((other) => agrees(date, other, otherNumbers)));
  // A numeric date may have the day or the month first, so one of its readings must match.
  const datesHold = said.figures.dates.length === 0 || said.figures.dates.some(isDateThere);
  const eachHolds = hasNumericDate(said) ? datesHold : said.figures.dates.every(isDateThere);
  return (
    eachHolds &&
    said.figures.numbers.every(
      (figure) =>
        (isWrittenDate(said, figure) && datesHold) ||
        (figure.values.some(isInDate) && figure.unit === "") ||
        numbers.some((other) => isSameFigure(figure, other)) ||
        (numbers.length === 0 && otherNumbers.some((other) => isSameFigure(figure, other))),
    )
  );
}

/** True if a number is part of a date such as "31.01.". Such numbers need no separate match. */
const isWrittenDate = ({ text }: ParsedSentence, { start, end }: Figure): boolean =>
  NUMERIC_DATE.test(text.slice(start, end + 6));

const hasNumericDate = ({ text }: ParsedSentence): boolean => ANY_NUMERIC_DATE.test(text);

function isSameFigure(one: Figure, other: Figure): boolean {
  if (one.unit !== "" && other.unit !== "" && one.unit !== other.unit) return false;
  return one.values.some((value) => other.values.some((their) => isSame(value, their)));
}

/**
 * True if two dates have no different parts. A missing part matches anything. The year of the date may also
 * be among `numbers`.
 */
function agrees(date: DateMention, other: DateMention, numbers: readonly Figure[]): boolean {
  const isApart = (value: number | null): boolean =>
    value === null || numbers.some(({ values }) => values.includes(value));
  if (date.month !== other.month) return false;
  if (date.day !== null && date.day !== other.day) return false;
  return date.year === other.year || (other.year === null && isApart(date.year)) || date.year === null;
}
