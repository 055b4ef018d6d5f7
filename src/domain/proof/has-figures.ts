import type { Figure, SaidDate } from "./figures-in.ts";
import type { Statement } from "./statement.ts";

const NUMERIC_DATE = /^\p{Nd}{1,4}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.(?!\p{Nd}))/u;
const ANY_NUMERIC_DATE = /\p{Nd}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}|\.\s)/u;
/** Values are the same up to how far a decimal is written. */
const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

/**
 * Whether every number and date of a statement stands in the texts that it cites, by its value and in its unit. One that stands elsewhere alone counts
 * where those have none of its kind: else "Is it 50?" would prove that it is, where it is 40.
 */
export function hasFigures(said: Statement, sources: readonly Statement[], elsewhere: readonly Statement[]): boolean {
  const dates = sources.flatMap(({ figures }) => figures.dates);
  const numbers = sources.flatMap(({ figures }) => figures.numbers);
  const otherDates = elsewhere.flatMap(({ figures }) => figures.dates);
  const otherNumbers = elsewhere.flatMap(({ figures }) => figures.numbers);
  const isInDate = (value: number): boolean =>
    said.figures.dates.some(({ year, month, day }) => value === year || value === month || value === day);
  const isDateThere = (date: SaidDate): boolean =>
    dates.some((other) => agrees(date, other, [...numbers, ...otherNumbers])) ||
    (dates.length === 0 && otherDates.some((other) => agrees(date, other, otherNumbers)));
  // Written in figures, a day may be the month: one of its readings has to be there.
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

/** "31.01.": no number of its own. */
const isWrittenDate = ({ text }: Statement, { start, end }: Figure): boolean => NUMERIC_DATE.test(text.slice(start, end + 6));

const hasNumericDate = ({ text }: Statement): boolean => ANY_NUMERIC_DATE.test(text);

function isSameFigure(one: Figure, other: Figure): boolean {
  if (one.unit !== "" && other.unit !== "" && one.unit !== other.unit) return false;
  return one.values.some((value) => other.values.some((their) => isSame(value, their)));
}

/** What one leaves out the other one may say; a year may stand apart from its day. */
function agrees(date: SaidDate, other: SaidDate, numbers: readonly Figure[]): boolean {
  const isApart = (value: number | null): boolean => value === null || numbers.some(({ values }) => values.includes(value));
  if (date.month !== other.month) return false;
  if (date.day !== null && date.day !== other.day) return false;
  return date.year === other.year || (other.year === null && isApart(date.year)) || date.year === null;
}
