/** Comparable values of a column. A cell without a value has null. */
export interface ColumnValues {
  readonly values: readonly (number | null)[];
  readonly mark: DecimalMark;
  /** Maximum number of decimal places. Null for dates and times, which have no sum. */
  readonly places: number | null;
}

type DecimalMark = keyof typeof GROUPED;

const NUMBER = /^[^\p{L}\p{N}-]{0,3}(?:\p{Lu}{3}\s)?(-?)(\d(?:[\d.,'’\s]{0,20}\d)?)\s?[^\p{Nd}\s]{0,6}$/u;
/** Numbers with each decimal mark. Thousands have other marks or spaces. */
const GROUPED = {
  ".": /^(?:\d+|[1-9]\d{0,2}(?:[,'’\s]\d{3})+)(?:\.\d+)?$/,
  ",": /^(?:\d+|[1-9]\d{0,2}(?:[.'’\s]\d{3})+)(?:,\d+)?$/,
};
const TIME = /^\d{1,3}:\d{2}(?::\d{2})?$/;
/** Matches 2026-01-31, and 31.01.2026 or 31/01/2026. */
const [YEAR_FIRST, YEAR_LAST] = [/^(\d{4})-(\d{1,2})-(\d{1,2})/, /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/];

/** Returns the values of a column. Returns null if few cells have a digit, or if one of them has no value. */
export function columnValues(cells: readonly string[]): ColumnValues | null {
  const filled = cells.filter((cell) => /\p{N}/u.test(cell));
  const mark = decimalMarkOf(cells);
  const order = cells.some((cell) => Number(YEAR_LAST.exec(cell)?.[2]) > 12) ? "$3-$1-$2" : "$3-$2-$1";
  const valueOf = (cell: string): number | null =>
    timeOf(cell) ?? dateOf(cell.replace(YEAR_LAST, order)) ?? numberOf(cell, mark);
  if (filled.length < Math.max(2, cells.length / 2) || filled.map(valueOf).includes(null)) return null;
  const isNumeric = filled.every((cell) => numberOf(cell, mark) !== null);
  const places = isNumeric
    ? Math.max(...cells.map((cell) => digitsOf(cell).split(mark)[1]?.length ?? 0))
    : null;
  return { values: cells.map(valueOf), mark, places };
}

/** "1.250" alone is ambiguous. Its point separates thousands if another number has none, such as "890". */
function decimalMarkOf(cells: readonly string[]): DecimalMark {
  const numbers = cells.map(digitsOf).filter((digits) => digits !== "");
  const fits = (mark: DecimalMark): boolean => numbers.every((number) => GROUPED[mark].test(number));
  const points = numbers.filter((number) => number.includes(".")).length;
  return fits(",") && (!fits(".") || (points > 0 && points < numbers.length)) ? "," : ".";
}

const timeOf = (cell: string): number | null =>
  TIME.test(cell) ? cell.split(":").reduce((sum, part, at) => sum + Number(part) * 60 ** (2 - at), 0) : null;

const digitsOf = (text: string): string => NUMBER.exec(text)?.[2] ?? "";

export function numberOf(text: string, mark: DecimalMark): number | null {
  const [, sign = "", digits = ""] = NUMBER.exec(text) ?? [];
  const [whole = "", ...places] = digits.split(mark).map((part) => part.replace(/\D/g, ""));
  return digits === "" || places.length > 1 ? null : Number(`${sign}${whole}.${places[0] ?? ""}`);
}

/** Returns the sum in the notation of the column, or "" without a value in each row. */
export function sumOfColumn({ values, mark, places }: ColumnValues, rows: readonly number[]): string {
  const sum = rows.reduce((total, row) => total + (values[row] ?? NaN), 0);
  return places === null || Number.isNaN(sum) ? "" : sum.toFixed(places).replace(".", mark);
}

/** Parses a date to a number in its order: year, month and day in decimal digits. */
function dateOf(cell: string): number | null {
  const [, year, month, day] = YEAR_FIRST.exec(cell) ?? [];
  return year === undefined ? null : Number(year) * 10_000 + Number(month) * 100 + Number(day);
}
