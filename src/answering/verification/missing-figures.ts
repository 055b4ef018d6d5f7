import type { DateMention, Figure, Figures } from "../../text/extract-figures.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";

const NUMERIC_DATE = /^\p{Nd}{1,4}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.(?!\p{Nd}))/u;
const ANY_NUMERIC_DATE = /\p{Nd}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.\s)/u;

/** True if two numbers are equal within the tolerance of decimal rounding. */
export const isSameNumber = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

export interface KnownFigures extends Figures {
  /** Numbers that may be the year of a date without one. */
  readonly years: readonly Figure[];
}

/**
 * Returns the numbers and dates of a sentence that the known figures lack. Equal figures have the same value
 * and unit, in any notation.
 */
export function missingFigures({ text, figures }: ParsedSentence, known: KnownFigures): Figures {
  const isKnownDate = (date: DateMention): boolean =>
    known.dates.some((other) => agrees(date, other, known.years));
  const isInDate = (value: number): boolean =>
    figures.dates.some(({ year, month, day }) => value === year || value === month || value === day);
  // A numeric date may have the day or the month first, so one of its readings must match.
  const datesHold = figures.dates.length === 0 || figures.dates.some(isKnownDate);
  const dates = figures.dates.filter((date) => !isKnownDate(date));
  return {
    dates: datesHold && ANY_NUMERIC_DATE.test(text) ? [] : dates,
    numbers: figures.numbers.filter(
      (figure) =>
        !(isWrittenDate(text, figure) && datesHold) &&
        !(figure.values.some(isInDate) && figure.unit === "") &&
        !known.numbers.some((other) => isSameFigure(figure, other) && !isDatePart(figure, other, known)),
    ),
  };
}

/** True if a number is part of a date such as "31.01.". Such numbers need no separate match. */
const isWrittenDate = (text: string, { start, end }: Figure): boolean =>
  NUMERIC_DATE.test(text.slice(start, end + 6));

/** True if a number with a unit has only the value of a part of a date: "31 months" and "31 March". */
function isDatePart({ unit }: Figure, other: Figure, { dates }: Figures): boolean {
  if (unit === "" || other.unit !== "") return false;
  return other.values.some((value) =>
    dates.some(({ year, month, day }) => value === year || value === month || value === day),
  );
}

function isSameFigure(one: Figure, other: Figure): boolean {
  if (one.unit !== "" && other.unit !== "" && one.unit !== other.unit) return false;
  return one.values.some((value) => other.values.some((their) => isSameNumber(value, their)));
}

/**
 * True if two dates have no different parts. A missing part matches anything. The year of the date may also
 * be among `years`.
 */
function agrees(date: DateMention, other: DateMention, years: readonly Figure[]): boolean {
  const isApart = (value: number | null): boolean =>
    value === null || years.some(({ values }) => values.includes(value));
  if (date.month !== other.month) return false;
  if (date.day !== null && date.day !== other.day) return false;
  return date.year === other.year || (other.year === null && isApart(date.year)) || date.year === null;
}
