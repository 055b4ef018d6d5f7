import type { DateMention, Figures } from "../../text/extract-figures.ts";

const DAY_MS = 86_400_000;
/** Maximum number of dates to compare. */
const MAX_DATES = 12;
const [MIN_YEAR, MAX_YEAR] = [1000, 2999];

type FullDate = DateMention & { readonly year: number };

interface Span {
  readonly value: number;
  readonly unit: string;
}

/** True if the time between two cited dates or years is the span. */
export function isTimeSpan({ value, unit }: Span, { dates: all, numbers }: Figures): boolean {
  if (unit !== "day" && unit !== "week" && unit !== "month" && unit !== "year") return false;
  const dates = all.slice(0, MAX_DATES);
  const years = [...new Set(numbers.flatMap(({ values, unit: of }) => (of === "" ? values : [])))]
    .filter((each) => Number.isInteger(each) && each >= MIN_YEAR && each <= MAX_YEAR)
    .slice(0, MAX_DATES);
  if (unit === "year" && somePair(years, (one, other) => Math.abs(one - other) === value)) return true;
  return somePair(dates, (one, other) => isBetween({ value, unit }, one, other));
}

function isBetween({ value, unit }: Span, one: DateMention, other: DateMention): boolean {
  // A date without a year has the year of the other one.
  const year = one.year ?? other.year ?? 2000;
  const [from, to] = [
    { ...one, year: one.year ?? year },
    { ...other, year: other.year ?? year },
  ].toSorted((a, b) => dayOf(a) - dayOf(b)) as [FullDate, FullDate];
  const days = dayOf(to) - dayOf(from);
  const hasDays = from.day !== null && to.day !== null;
  // "From 3 to 5 May" has two days or three.
  if (unit === "day") return hasDays && (value === days || value === days + 1);
  if (unit === "week") return hasDays && (value === days / 7 || value === (days + 1) / 7);
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const isShort = hasDays && (to.day ?? 0) < (from.day ?? 0);
  const whole = isShort ? months - 1 : months;
  if (unit === "month") return value === whole || value === months;
  return value === Math.floor(whole / 12) || value === months / 12;
}

const dayOf = ({ year, month, day }: FullDate): number =>
  Math.round(Date.UTC(year, month - 1, day ?? 1) / DAY_MS);

const somePair = <T>(values: readonly T[], holds: (one: T, other: T) => boolean): boolean =>
  values.some((one, at) => values.slice(at + 1).some((other) => holds(one, other)));
