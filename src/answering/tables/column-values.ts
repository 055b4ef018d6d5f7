/** Comparable values of a column. A cell without a value has null. */
export interface ColumnValues {
  readonly kind: "number" | "date" | "time";
  readonly values: readonly (number | null)[];
  readonly decimalMark: DecimalMark;
  /** Maximum number of decimal places. */
  readonly places: number;
}

export type DecimalMark = "." | ",";
type Dates = "day first" | "month first";

/** Minimum proportion of filled cells, and of comparable values among them. */
const [MIN_FILLED, MIN_COMPARABLE] = [0.5, 0.8];
const NUMBER = /^[^\p{L}\p{N}-]{0,3}(?:\p{Lu}{3}\s)?(-?)(\d(?:[\d.,'’\s]{0,20}\d)?)\s?[^\p{Nd}\s]{0,6}$/u;
const TIME = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/;
/** Matches 2026-01-31, and 31.01.2026 or 31/01/2026. */
const [YEAR_FIRST, YEAR_LAST] = [/^(\d{4})-(\d{1,2})-(\d{1,2})/, /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/];
/** Matches "3 Nov 2025" and "Nov 3, 2025". */
const WITH_MONTH_NAME = /^(?:(\d{1,2})\.?\s)?(\p{L}{3,12})\.?(?:\s(\d{1,2}),?)?\s(\d{4})$/u;
const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk"];
const monthNames = LOCALES.flatMap((locale) => {
  const format = new Intl.DateTimeFormat(locale, { month: "long", day: "numeric", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month): [name: string, month: number] => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1));
    return [parts.find(({ type }) => type === "month")?.value.toLowerCase() ?? "", month + 1];
  });
});

/** Returns the values of a column, or null if they cannot be compared. */
export function columnValues(cells: readonly string[], decimalMark: DecimalMark): ColumnValues | null {
  const filled = cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length;
  const dates = cells.some((cell) => Number(YEAR_LAST.exec(cell)?.[2]) > 12) ? "month first" : "day first";
  const parsers = [
    ["time", timeOf],
    ["date", (cell: string) => dateOf(cell, dates)],
    ["number", (cell: string) => numberOf(cell, decimalMark)],
  ] as const;
  for (const [kind, parse] of parsers) {
    const values = cells.map(parse);
    const known = values.filter((value) => value !== null);
    const places = Math.max(0, ...cells.map((cell) => placesOf(cell, decimalMark)));
    if (filled >= cells.length * MIN_FILLED && known.length >= Math.max(2, filled * MIN_COMPARABLE))
      return { kind, values, decimalMark, places };
  }
  return null;
}

/**
 * Returns the decimal mark of these numbers. "1,50" and "1.250,00" show it. "1.250" alone does not: its point
 * separates thousands if another number has none, such as "890".
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | null {
  const numbers = cells.flatMap((cell) => NUMBER.exec(cell)?.[2] ?? []);
  for (const number of numbers) {
    const [, mark, places = ""] = /([.,])(\d+)$/.exec(number) ?? [];
    if (mark !== "." && mark !== ",") continue;
    const marks = number.match(/[.,]/g) ?? [];
    if (marks.length > 1 && marks.every((each) => each === mark)) return mark === "." ? "," : ".";
    if (places.length !== 3 || marks.length > 1 || number.startsWith("0")) return mark;
  }
  const withPoint = numbers.filter((number) => number.includes(".")).length;
  if (withPoint === 0) return null;
  return withPoint < numbers.length ? "," : ".";
}

export function numberOf(text: string, decimalMark: DecimalMark): number | null {
  const [, sign = "", digits] = NUMBER.exec(text) ?? [];
  const [whole = "", places = ""] = digits?.split(decimalMark) ?? [];
  return digits === undefined
    ? null
    : Number(`${sign}${whole.replace(/\D/g, "")}.${places.replace(/\D/g, "")}`);
}

const placesOf = (text: string, decimalMark: DecimalMark): number =>
  NUMBER.exec(text)?.[2]?.split(decimalMark)[1]?.length ?? 0;

function timeOf(cell: string): number | null {
  const [, first, second, third = "0"] = TIME.exec(cell) ?? [];
  return first === undefined ? null : Number(first) * 3_600 + Number(second) * 60 + Number(third);
}

/** Returns a number that orders dates: year, month and day in decimal digits. */
function dateOf(cell: string, dates: Dates): number | null {
  const of = (year?: string, month?: string | number, day?: string): number =>
    Number(year) * 10_000 + Number(month) * 100 + Number(day);
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(cell) ?? [];
  if (isoYear !== undefined) return of(isoYear, isoMonth, isoDay);
  const [, first, second, lastYear] = YEAR_LAST.exec(cell) ?? [];
  if (lastYear !== undefined)
    return dates === "day first" ? of(lastYear, second, first) : of(lastYear, first, second);
  const [, before, letters, after = "1", year] = WITH_MONTH_NAME.exec(cell) ?? [];
  const month = letters && monthNames.find(([name]) => name.startsWith(letters.toLowerCase()))?.[1];
  return month ? of(year, month, before ?? after) : null;
}
