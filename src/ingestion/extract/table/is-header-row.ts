const BEGINS_LIKE_A_VALUE = /^[-+(]?[\d.,$€£¥%]/;
/** A number, with an optional sign, currency or percent sign. */
const NUMBER = /^[-+(]{0,2}[$€£¥]? ?\d[\d.,' \u00a0]{0,40}(?: ?[%$€£¥])?\)?$/;
const YEAR = /^(?:19|20)\d\d$/;
/** A symbol before a name: "% change", "$ total", "# of ships". */
const SIGN_AND_NAME = /^[%$€£¥#(] ?\p{L}/u;
const MAX_CELL_CHARS = 60;
const MIN_RUN = 3;

/**
 * Whether the first row contains the names of the columns. Numbers are no names. A year, a period ("2024-01",
 * "1Q24") or a count (1, 2, 3 …) is a name if another cell is clearly one and the rows below have values of
 * another form.
 * @param below the next rows
 */
export function isHeaderRow(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  const cells = row.map((cell) => cell.trim());
  const doubtful = cells.flatMap((cell, at) => (cell !== "" && BEGINS_LIKE_A_VALUE.test(cell) ? [at] : []));
  if (doubtful.length === cells.filter((cell) => cell !== "").length) return false;
  const isCounted =
    isRun(doubtful.map((at) => cells[at] ?? "")) &&
    below.every((other) => !isRun(doubtful.map((at) => other[at] ?? "")));
  return doubtful.every((at) => isCounted || isName(cells[at] ?? "", columnOf(below, at)));
}

function isName(cell: string, below: readonly string[]): boolean {
  if (YEAR.test(cell) || SIGN_AND_NAME.test(cell)) return true;
  if (NUMBER.test(cell) || cell.length > MAX_CELL_CHARS || below.length === 0) return false;
  const form = formOf(cell);
  const numbers = below.filter((each) => NUMBER.test(each)).length;
  return numbers * 2 >= below.length && below.every((each) => formOf(each) !== form);
}

/** Whether the cells count 1, 2, 3 …, as days of a month, hours or steps do. */
function isRun(cells: readonly string[]): boolean {
  const first = Number(cells[0]);
  return (
    cells.length >= MIN_RUN &&
    (first === 0 || first === 1) &&
    cells.every((cell, at) => /^\d{1,3}$/.test(cell) && Number(cell) === first + at)
  );
}

function columnOf(rows: readonly (readonly string[])[], at: number): string[] {
  return rows.map((row) => (row[at] ?? "").trim()).filter((cell) => cell !== "");
}

/** Returns the form of a cell: "2024-01" has the form "9-9". */
function formOf(cell: string): string {
  return cell
    .slice(0, MAX_CELL_CHARS)
    .replace(/\d+/g, "9")
    .replace(/\p{L}+/gu, "a");
}
