import { ExtractionError } from "../../../domain/extraction-error.ts";
import { cellText, type OfficeText, placeName, tableRow, tableRule } from "./office-text.ts";

/** The cells of a sheet in one text a row: thousands of rows cost little more than what they say. */
interface PackedRow {
  readonly row: number;
  readonly cells: string;
}

const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_ROWS = 1_000_000;
const CELL_END = "\u0001";
const COLUMN_END = "\u0002";
/** So many of the used columns the line of their names fills at least. */
const HEADER_SHARE = 0.5;
const MOST_ABOVE = 50;
/** So many rows of notes may stand there, of which some fill as many columns: a line that names all of them is theirs. */
const MOST_NOTES = 10;
/** A cell with its column before it, which says no number. */
const isName = (cell: string): boolean => /\u0002\s{0,3}[^\d\s.,+-]/u.test(cell);

/** Collects the cells of one sheet, and writes those rows and columns that hold anything. @throws ExtractionError when it is too much */
export class SheetRows {
  readonly #rows: PackedRow[] = [];
  readonly #columns = new Set<number>();
  #cells: string[] = [];
  #characters = 0;

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
   * Writes the sheet: its name as a heading, what stands above the table as lines, then the table. Each line of the text is a row.
   * In steps of a row each.
   */
  *write(sheetName: string, text: OfficeText): Generator<undefined, void, undefined> {
    if (this.#rows.length === 0) return;
    const sheet = placeName(sheetName);
    const columns = [...this.#columns].sort((a, b) => a - b);
    const places = new Map(columns.map((column, at) => [column, at]));
    const header = this.#headerRow(columns.length);
    text.place({ kind: "sheet", sheet });
    text.add({ kind: "heading", level: 1, text: sheetName });
    let expected = 0;
    for (const [at, { row, cells }] of this.#rows.entries()) {
      yield;
      if (row !== expected) text.place({ kind: "sheet", sheet, row });
      expected = row + 1;
      const shown = unpacked(cells, places);
      if (at < header) {
        text.add({ kind: "row", text: shown.filter(Boolean).join(" ").replaceAll("\\|", "|") });
        continue;
      }
      // The line below the names is no row of the sheet.
      const rule = at === header ? `\n${tableRule(columns.length)}` : "";
      text.add({ kind: "row", text: tableRow(shown, columns.length) + rule });
      if (at === header) expected = 0;
    }
  }

  /** Which of the rows names the columns: the first that fills enough of them, as titles and dates may stand above. */
  #headerRow(columns: number): number {
    const least = Math.max(2, columns * HEADER_SHARE);
    const first = this.#rows.slice(0, MOST_ABOVE).map(({ cells }) => cells.split(CELL_END));
    const found = Math.max(
      0,
      first.findIndex((cells) => cells.length >= least),
    );
    if (first[found]?.length === columns) return found;
    const whole = first.findIndex((cells, at) => at - found <= MOST_NOTES && cells.length === columns);
    return whole >= 0 && first[whole]?.every(isName) === true ? whole : found;
  }
}

const TOO_LONG = "A sheet of this file is too large to be read; split it and upload the parts.";

function unpacked(packed: string, places: ReadonlyMap<number, number>): string[] {
  const row: string[] = [];
  for (const cell of packed.split(CELL_END)) {
    const end = cell.indexOf(COLUMN_END);
    const place = places.get(Number(cell.slice(0, end)));
    if (place !== undefined) row[place] = cell.slice(end + 1);
  }
  return Array.from(row, (cell) => cell ?? "");
}
