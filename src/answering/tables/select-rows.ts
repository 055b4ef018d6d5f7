import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { type TableQuestion, measureOf } from "./table-question.ts";
import type { ParsedTable, TableRow } from "./parse-tables.ts";

/** Rows that answer a question, with their table. */
export interface SelectedRows {
  readonly table: ParsedTable;
  readonly rows: readonly TableRow[];
}

const MIN_ROWS = 3;
/** Minimum proportion of comparable values in a column. */
const MIN_COMPARABLE = 0.8;
const MIN_FILLED = 0.5;
/** Maximum number of rows with the same value. More rows do not answer the question. */
const MAX_SIMILAR = 3;
/** Factor for column names that match an abbreviation such as "Pop.". */
const ABBREVIATED = 0.5;
/** Minimum number of letters of a common prefix: "densely" matches "density". */
const MIN_PREFIX = 5;
const NUMBER =
  /^[^\p{L}\p{N}-]{0,2}(-?)(\d{1,3}(?:[,\u00a0 ]\d{3}){1,5}|\d{1,15})(\.\d{1,12})?\s?(?:%|[€$£]|\p{L}{1,4}\d?)?$/u;
/** Matches unknown values such as "n/a" and "–". */
const NOT_KNOWN = /^(?:n\/?a|unknown|[^\p{L}\p{N}]*)$/iu;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const YEAR = /^[12]\d{3}$/;
const UNIT = /\S{1,30}\/\S{1,30}/gu;

/**
 * Selects the rows of a table that answer the question. The columns, rows and name of the table must contain
 * all words of the question. Returns null if the table does not answer or too many rows match.
 */
export function selectRows(asked: TableQuestion, table: ParsedTable): SelectedRows | null {
  if (table.rows.length < MIN_ROWS) return null;
  const named = table.columns.map(columnWords);
  const around = new Set([
    ...named.flatMap((column) => column.map(({ word }) => word)),
    ...stemsOf(table.under),
  ]);
  if (asked.end === null) return selectNamedRow(asked, table, named, around);
  if (
    !asked.words.every(
      (word) =>
        isSaid(word, around) ||
        named.some((column) => columnFit([word], [], column) > 0) ||
        impliesMeasure(asked, word),
    )
  )
    return null;
  const best = bestColumn(asked, table, named);
  if (best === null) return null;
  const values = table.rows.flatMap((row) => valuesOf(row, best));
  const isYounger = asked.measures.includes("age") && !asked.isOfOrder && values.some(({ isDate }) => isDate);
  const isMost = (asked.end === "most") !== isYounger;
  const ends = values.reduce(
    (end, { value }) => (isMost ? Math.max(end, value) : Math.min(end, value)),
    isMost ? -Infinity : Infinity,
  );
  const rows = values.flatMap(({ row, value }) => (value === ends ? [row] : []));
  return rows.length === 0 || rows.length > MAX_SIMILAR ? null : { table, rows };
}

/** Selects the row of the named entity: "How many people live in Poland?" */
function selectNamedRow(
  asked: TableQuestion,
  table: ParsedTable,
  named: readonly Column[],
  around: ReadonlySet<string>,
): SelectedRows | null {
  if (asked.measures.length === 0 || bestColumn(asked, table, named) === null) return null;
  const rest = asked.words.filter((word) => measureOf(word) === null && !isSaid(word, around));
  if (rest.length === 0) return null;
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => isCalled(cell, rest)));
  return rows.length === 1 ? { table, rows } : null;
}

/** True if a cell contains exactly these words. */
function isCalled(cell: string, words: readonly string[]): boolean {
  const said = stemsOf(cell);
  return (
    said.length > 0 &&
    words.every((word) => said.includes(word)) &&
    said.every((word) => words.includes(word))
  );
}

const impliesMeasure = ({ measures }: TableQuestion, word: string): boolean =>
  measures.includes(measureOf(word) as never);

type Column = readonly { readonly word: string; readonly isAbbreviated: boolean }[];

function columnWords(column: string): Column {
  const name = column.replaceAll(UNIT, " ");
  return termsOf(name).flatMap(({ term, end }) =>
    isStopWord(term) ? [] : [{ word: stem(term), isAbbreviated: name[end] === "." && term.length > 2 }],
  );
}

const stemsOf = (text: string): string[] => [
  ...new Set(termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]))),
];

const isSaid = (word: string, words: ReadonlySet<string>): boolean => words.has(word);

function sharesPrefix(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, MIN_PREFIX);
  return length === MIN_PREFIX && one.slice(0, length) === other.slice(0, length);
}

/** Returns the number of question words that a column's name covers. */
function columnFit(words: readonly string[], measures: readonly string[], column: Column): number {
  const of = (fits: (word: string) => boolean): number =>
    column.reduce(
      (best, { word, isAbbreviated }) => Math.max(best, fits(word) ? (isAbbreviated ? ABBREVIATED : 1) : 0),
      0,
    );
  const said = words.reduce((sum, each) => {
    const measure = measureOf(each);
    return (
      sum +
      of(
        (word) =>
          word === each || sharesPrefix(word, each) || (measure !== null && measureOf(word) === measure),
      )
    );
  }, 0);
  const meant = measures.some((measure) => of((word) => measureOf(word) === measure) > 0) ? 1 : 0;
  return said + (said === 0 ? meant : 0);
}

/**
 * Returns the index of the column with the most question words, or null. Of two equal columns, selects the
 * one with fewer other words in its name.
 */
function bestColumn(asked: TableQuestion, table: ParsedTable, named: readonly Column[]): number | null {
  let best: { readonly at: number; readonly fit: number; readonly share: number } | null = null;
  for (const [at, column] of named.entries()) {
    const fit = columnFit(asked.words, asked.measures, column);
    if (fit === 0 || !isComparable(asked, table, at, column)) continue;
    const share = fit / Math.max(1, column.length);
    if (best === null || fit > best.fit || (fit === best.fit && share > best.share))
      best = { at, fit, share };
  }
  return best?.at ?? null;
}

function isComparable({ isOfOrder }: TableQuestion, table: ParsedTable, at: number, column: Column): boolean {
  const filled = table.rows.filter(({ cells }) => !NOT_KNOWN.test(cells[at] ?? ""));
  const values = table.rows.flatMap((row) => valuesOf(row, at));
  if (
    filled.length < table.rows.length * MIN_FILLED ||
    values.length < Math.max(MIN_ROWS, filled.length * MIN_COMPARABLE)
  )
    return false;
  return (
    !isOfOrder ||
    values.every(({ isDate }) => isDate) ||
    column.some(({ word }) => measureOf(word) === "rank")
  );
}

interface Value {
  readonly row: TableRow;
  readonly value: number;
  readonly isDate: boolean;
}

function valuesOf(row: TableRow, at: number): Value[] {
  const cell = row.cells[at] ?? "";
  const [, year, month, day] = DAY.exec(cell) ?? [];
  if (year !== undefined) return [{ row, value: Number(`${year}${month}${day}`), isDate: true }];
  const [, sign, whole, part = ""] = NUMBER.exec(cell) ?? [];
  if (whole === undefined) return [];
  return [{ row, value: Number(`${sign}${whole.replace(/[^\d]/g, "")}${part}`), isDate: YEAR.test(cell) }];
}
