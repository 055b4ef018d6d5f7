import type { PdfLine, PdfPiece } from "./lines-of-page.ts";

const MIN_ROWS = 3;
/** Two pieces within this distance, in points, begin at the same position. */
const SAME_PLACE = 3;
/** Maximum distance of baselines, in font sizes: between lines of a cell, and between rows of a table. */
const MAX_LEADING = 1.4;
const MAX_ROW_GAP = 4;
/** A line of a cell wraps only if it fills at least this share of the column. */
const FULL_SHARE = 0.45;
const MAX_COLUMNS = 64;

interface Row {
  readonly line: PdfLine;
  readonly cells: string[];
  /** Baseline of the row's last line, and below it the right ends of the cells in that line. */
  y: number;
  rights: number[];
}

/** A line of text, or a table row with its cells. A row counts as one line even if its cells wrap. */
export interface ReadLine extends PdfLine {
  readonly row?: string;
}

/**
 * Joins each table row with wrapped cells into one line. A table begins with a line of several pieces, which
 * defines the columns. A line below that has a piece in the first column begins a row. Any other line
 * continues the cells above it.
 */
export function joinWrappedRows(lines: readonly PdfLine[]): ReadLine[] {
  const read: ReadLine[] = [];
  for (let at = 0; at < lines.length;) {
    const { table, end } = tableFrom(lines, at);
    if (table === null) read.push(...lines.slice(at, end));
    for (const { line, cells } of table ?? []) {
      const row = cells.join("\t");
      read.push({ ...line, text: cells.filter((cell) => cell !== "").join(" "), row });
    }
    at = end;
  }
  return read;
}

/**
 * Returns the rows of the table that begins at this line, and the line after it. The rows are null if no cell
 * wraps.
 */
function tableFrom(
  lines: readonly PdfLine[],
  at: number,
): { readonly table: readonly Row[] | null; readonly end: number } {
  const first = lines[at] as PdfLine;
  if (first.pieces.length < 2 || first.pieces.length > MAX_COLUMNS) return { table: null, end: at + 1 };
  const columns = first.pieces.map(({ x }) => x);
  const table: Row[] = [rowOf(first, columns)];
  let isWrapped = false;
  let end = at + 1;
  for (let line = lines[end]; line !== undefined; end += 1, line = lines[end]) {
    const row = table.at(-1) as Row;
    const gap = (row.y - line.y) / line.fontSize;
    const places = line.pieces.map(({ x }) =>
      columns.findIndex((column) => Math.abs(column - x) <= SAME_PLACE),
    );
    if (places.length === 0 || places.includes(-1) || gap <= 0 || gap > MAX_ROW_GAP) break;
    if (places[0] === 0 && places.length > 1) table.push(rowOf(line, columns));
    else if (places[0] !== 0 && gap <= MAX_LEADING && continues(row, line.pieces, places, columns))
      isWrapped = true;
    else break;
  }
  return { table: isWrapped && table.length >= MIN_ROWS ? table : null, end };
}

function rowOf(line: PdfLine, columns: readonly number[]): Row {
  const row: Row = { line, cells: columns.map(() => ""), y: line.y, rights: columns.map(() => 0) };
  for (const { x, right, text } of line.pieces) {
    const column = columns.findIndex((place) => Math.abs(place - x) <= SAME_PLACE);
    row.cells[column] = text;
    row.rights[column] = right;
  }
  return row;
}

/** Appends the pieces to the cells above. Returns false if these cells are too short to have wrapped. */
function continues(
  row: Row,
  pieces: readonly PdfPiece[],
  places: readonly number[],
  columns: readonly number[],
): boolean {
  const isFull = places.every((column) => {
    const [begin = 0, next] = [columns[column], columns[column + 1]];
    return next === undefined
      ? row.cells[column] !== ""
      : (row.rights[column] ?? 0) - begin >= (next - begin) * FULL_SHARE;
  });
  if (!isFull) return false;
  row.rights = columns.map(() => 0);
  for (const [at, { text, right }] of pieces.entries()) {
    const column = places[at] as number;
    row.cells[column] = `${row.cells[column]} ${text}`;
    row.rights[column] = right;
  }
  row.y = pieces[0]?.y ?? row.y;
  return true;
}
