import type { PdfLine } from "./lines-of-page.ts";

const MIN_ROWS = 3;
/** Two pieces within this distance, in points, begin at the same position. */
const SAME_PLACE = 3;
/** Maximum number of columns. A wider table would not be readable. */
const MAX_COLUMNS = 64;
/** Minimum share of the table's lines in which a piece begins at the position of a column. */
const MIN_SHARE = 0.5;

/**
 * Finds the table rows of a page by line number, and joins their cells with tabs. A table has at least three
 * consecutive lines with wide gaps. The lines have equally many pieces, or their pieces are aligned.
 * @param isParted whether a line is separate from the previous line
 */
export function joinTableRows(
  lines: readonly PdfLine[],
  isParted: (previous: PdfLine, line: PdfLine) => boolean,
): ReadonlyMap<number, string> {
  const rows = new Map<number, string>();
  for (let from = 0; from < lines.length;) {
    const first = lines[from];
    let to = from + 1;
    if (first !== undefined && first.pieces.length > 1) {
      for (let line = lines[to]; line !== undefined && line.pieces.length > 1; line = lines[to]) {
        if (isParted(lines[to - 1] as PdfLine, line)) break;
        to += 1;
      }
    }
    if (to - from >= MIN_ROWS)
      for (const [at, row] of cellsOf(lines.slice(from, to)).entries()) rows.set(from + at, row);
    from = to;
  }
  return rows;
}

/** Returns the cells of each line; [] if the lines have no columns. */
function cellsOf(lines: readonly PdfLine[]): string[] {
  const count = lines[0]?.pieces.length ?? 0;
  if (lines.every(({ pieces }) => pieces.length === count))
    return lines.map(({ pieces }) => pieces.map(({ text }) => text).join("\t"));
  const columns = columnsOf(lines);
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return [];
  return lines.map(({ pieces }) => {
    const cells = columns.map((): string[] => []);
    for (const { x, text } of pieces) {
      const column = Math.max(
        0,
        columns.findLastIndex((begin) => begin <= x + SAME_PLACE),
      );
      cells[column]?.push(text);
    }
    return cells.map((texts) => texts.join(" ")).join("\t");
  });
}

/** Returns the starts of the columns, from left to right. */
function columnsOf(lines: readonly PdfLine[]): number[] {
  const places = new Map<number, { readonly x: number; lines: number }>();
  for (const { pieces } of lines) {
    for (const { x } of pieces) {
      const bin = Math.round(x / SAME_PLACE);
      const known = places.get(bin) ?? places.get(bin - 1) ?? places.get(bin + 1);
      if (known === undefined) places.set(bin, { x, lines: 1 });
      else known.lines += 1;
    }
  }
  return [...places.values()]
    .filter((place) => place.lines >= lines.length * MIN_SHARE)
    .map(({ x }) => x)
    .toSorted((one, other) => one - other);
}
