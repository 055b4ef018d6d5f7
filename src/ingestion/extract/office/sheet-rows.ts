import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { Locator } from "../../../domain/locator.ts";
import { isHeaderRow } from "../table/is-header-row.ts";
import { isWide, NamedValues } from "../table/markdown-table.ts";
import { MergedCells } from "./merged-cells.ts";
import { cellText, type OfficeText, locatorName, tableRow, tableRule } from "./office-text.ts";

/** The cells of a row, packed into one string to save memory in sheets of thousands of rows. */
interface PackedRow {
  readonly row: number;
  readonly cells: string;
}

const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_ROWS = 1_000_000;
const ROWS_LOOKED_AT = 20;
/** Maximum length of a column name. */
const MAX_NAME_CHARS = 100;
const CELL_END = "\u0001";
const COLUMN_END = "\u0002";
/** Minimum share of the used columns that the header row fills. */
const HEADER_SHARE = 0.5;
const MAX_ABOVE = 50;
/**
 * Maximum number of rows with notes above the header. Notes may fill enough columns to look like a header, so
 * the first row that fills all columns with names is preferred.
 */
const MAX_NOTES = 10;
/** Whether a packed cell (column, then text) can be a name: it does not begin like a number. */
const isName = (cell: string): boolean => /\u0002\s{0,3}[^\d\s.,+-]/u.test(cell);

/**
 * Collects the cells of one sheet and writes its non-empty rows and columns.
 * @throws ExtractionError if the cells are too many
 */
export class SheetRows {
  readonly #rows: PackedRow[] = [];
  readonly #columns = new Set<number>();
  readonly #merged = new MergedCells();
  #cells: string[] = [];
  #characters = 0;

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** @param column from 0 */
  addCell(column: number, text: string): void {
    const shown = cellText(text.replaceAll(CELL_END, "").replaceAll(COLUMN_END, ""));
    if (shown === "") return;
    this.#columns.add(column);
    this.#cells.push(`${column}${COLUMN_END}${shown}`);
    this.#characters += shown.length + 3;
    if (this.#characters > MAX_CHARACTERS) throw new ExtractionError(TOO_LONG);
  }

  /** @param row from 1 */
  endRow(row: number): void {
    if (this.#cells.length === 0) return;
    this.#rows.push({ row, cells: this.#cells.join(CELL_END) });
    this.#cells = [];
    if (this.#rows.length > MAX_ROWS) throw new ExtractionError(TOO_LONG);
  }

  /**
   * Registers a cell that spans rows.
   * @param column from 0
   * @param first row, from 1
   * @param last row, from 1
   */
  merge(column: number, first: number, last: number): void {
    this.#merged.add(column, first, last);
  }

  /**
   * Writes the sheet: its name as a heading, the rows above the header as lines, then the table. If the
   * column names are too long to repeat, each row becomes a list of names and values. Yields after each row.
   */
  *write(sheetName: string, text: OfficeText): Generator<undefined, void, undefined> {
    if (this.#rows.length === 0) return;
    const sheet = locatorName(sheetName);
    const columns = [...this.#columns].sort((a, b) => a - b);
    const places = new Map(columns.map((column, at) => [column, at]));
    const header = this.#headerRow(columns.length);
    text.setLocator({ kind: "sheet", sheet });
    text.add({ kind: "heading", level: 1, text: sheetName });
    const names = this.#wideNames(header, places);
    const named = names === null ? null : new NamedValues(names);
    this.#merged.begin();
    let expected = 0;
    for (const [at, { row, cells }] of this.#rows.entries()) {
      yield;
      const shown = unpacked(cells, places);
      this.#merged.fill(row, shown, places);
      if (at >= header && named !== null) {
        if (at > header) addList(text, { kind: "sheet", sheet, row }, named.groupsOf(shown));
        continue;
      }
      if (row !== expected) text.setLocator({ kind: "sheet", sheet, row });
      expected = row + 1;
      if (at < header) {
        text.add({ kind: "row", text: shown.filter(Boolean).join(" ").replaceAll("\\|", "|") });
        continue;
      }
      // The rule line below the header is no row of the sheet.
      const rule = at === header ? `\n${tableRule(columns.length)}` : "";
      text.add({ kind: "row", text: tableRow(shown, columns.length) + rule });
      if (at === header) expected = 0;
    }
    if (named !== null && named.unusedNames.length > 0)
      addList(text, { kind: "sheet", sheet }, [named.unusedNames]);
  }

  /** Returns the column names of a wide table; null for a narrow table or without a header row. */
  #wideNames(header: number, places: ReadonlyMap<number, number>): string[] | null {
    const [first, ...below] = this.#rows
      .slice(header, header + ROWS_LOOKED_AT)
      .map(({ cells }) => unpacked(cells, places));
    if (
      first === undefined ||
      !isWide(tableRow(first, first.length)) ||
      first.some((name) => name.length > MAX_NAME_CHARS)
    )
      return null;
    return below.length > 0 && isHeaderRow(first, below) ? first : null;
  }

  /** Finds the header row: the first row that fills enough columns. Titles and dates may precede it. */
  #headerRow(columns: number): number {
    const least = Math.max(2, columns * HEADER_SHARE);
    const first = this.#rows.slice(0, MAX_ABOVE).map(({ cells }) => cells.split(CELL_END));
    const found = Math.max(
      0,
      first.findIndex((cells) => cells.length >= least),
    );
    if (first[found]?.length === columns) return found;
    const whole = first.findIndex((cells, at) => at - found <= MAX_NOTES && cells.length === columns);
    return whole >= 0 && first[whole]?.every(isName) === true ? whole : found;
  }
}

/** Writes a row as a list. Each line has the locator of the row. */
function addList(text: OfficeText, place: Locator, groups: readonly (readonly string[])[]): void {
  for (const group of groups) {
    for (const [at, line] of group.entries()) {
      text.setLocator(place);
      text.add({ kind: "row", text: line, isApart: at === 0 });
    }
  }
}

const TOO_LONG = "A sheet of this file is too large. Split it and upload the parts.";

function unpacked(packed: string, places: ReadonlyMap<number, number>): string[] {
  const row: string[] = [];
  for (const cell of packed.split(CELL_END)) {
    const end = cell.indexOf(COLUMN_END);
    const place = places.get(Number(cell.slice(0, end)));
    if (place !== undefined) row[place] = cell.slice(end + 1);
  }
  return Array.from(row, (cell) => cell ?? "");
}
