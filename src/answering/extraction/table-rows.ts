import type { Span } from "../../text/sentences.ts";
import type { PassageLine } from "./passage-lines.ts";

export interface Table {
  /** Column names. Null if the table started before the passage. */
  readonly header: Span | null;
  readonly rows: readonly Span[];
  /** Number of lines of the table in the passage. */
  readonly lines: number;
}

const RULE = /^\|?\s{0,9}:?-{3}[\s:|-]*$/;
const MAX_ROW_CHARS = 600;
/** Minimum number of lines of a table. Fewer lines may be prose with the same number of commas by chance. */
const MIN_LINES = 3;
const DELIMITERS = ["\t", ";", ",", "|", ":"];
const MIN_CELLS = 3;
/** Delimiters of files whose comment line may name the columns: "# code:airport:country". */
const NAMED_BY_REMARK = new Set(["|", ":"]);

/**
 * Returns the table that starts at this line, or null. Supports Markdown tables, and values separated by
 * tabs, semicolons, commas, bars or colons.
 */
export function tableAt(lines: readonly PassageLine[], at: number): Table | null {
  return markdownTable(lines, at) ?? delimitedTable(lines, at);
}

function markdownTable(lines: readonly PassageLine[], at: number): Table | null {
  const isRow = (line: PassageLine | undefined): boolean =>
    line !== undefined && line.text.startsWith("|") && line.text.length > 1;
  if (!isRow(lines[at])) return null;
  let end = at;
  while (isRow(lines[end])) end += 1;
  const block = lines.slice(at, end);
  const hasHeader = RULE.test(block[1]?.text ?? "");
  const rows = block.slice(hasHeader ? 2 : 0).filter(({ text }) => !RULE.test(text));
  return {
    header: hasHeader ? spanOf(block[0]) : null,
    rows: rows.map((row) => spanOf(row) as Span),
    lines: block.length,
  };
}

function delimitedTable(lines: readonly PassageLine[], at: number): Table | null {
  for (const delimiter of DELIMITERS) {
    const cells = cellsOf(lines[at], delimiter);
    if (cells < (delimiter === "\t" ? 2 : MIN_CELLS)) continue;
    let end = at;
    while (cellsOf(lines[end], delimiter) === cells) end += 1;
    if (end - at < MIN_LINES) continue;
    const [first, ...rest] = lines.slice(at, end);
    const isNamed =
      first !== undefined &&
      isHeader(first.text.split(delimiter)) &&
      (!NAMED_BY_REMARK.has(delimiter) || first.text.startsWith("#"));
    const header = isNamed ? spanOf(first) : null;
    const rows = header === null ? lines.slice(at, end) : rest;
    return { header, rows: rows.map((row) => spanOf(row) as Span), lines: end - at };
  }
  return null;
}

/** True if no cell is empty or begins with a digit. */
function isHeader(cells: readonly string[]): boolean {
  return cells.every((cell) => /^["'\s]*[^\d"'\s-]/.test(cell));
}

/**
 * Returns the number of cells of a line. Returns 0 for prose: a line with a space after a comma, or with the
 * end of a sentence.
 */
function cellsOf(line: PassageLine | undefined, delimiter: string): number {
  if (line === undefined || line.text === "" || line.text.length > MAX_ROW_CHARS) return 0;
  const text = line.text.includes('"') ? line.text.replaceAll(/"[^"]{0,300}"/g, "x") : line.text;
  if (delimiter !== "\t" && (text.includes(`${delimiter} `) || /[.!?]$/.test(text))) return 0;
  return text.split(delimiter).length;
}

function spanOf(line: PassageLine | undefined): Span | null {
  return line === undefined ? null : { start: line.start, end: line.end };
}
