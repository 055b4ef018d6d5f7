import type { LocatedSpan } from "../../../domain/locator.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { unchangedText, wholeLineText } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/max-structured-chars.ts";
import { type DelimitedRow, delimitedRows } from "./delimited-rows.ts";
import { detectDelimiter } from "./detect-delimiter.ts";
import { isHeaderRow } from "./is-header-row.ts";
import { markdownTable } from "./markdown-table.ts";

/** Maximum number of title or note lines above the header. */
const MAX_LINES_ABOVE = 10;
/** Number of rows that decide the type of a column. */
const ROWS_LOOKED_AT = 20;
/** Maximum number of spans. Text after the last span gets no locator. */
const MAX_SPANS = 50_000;

/**
 * Extracts values separated by commas, semicolons, tabs or bars as a Markdown table, with the line of each
 * row. Text with one column stays unchanged. In a very long file, all lines stay unchanged.
 * @throws ExtractionError if there is no text
 */
export function extractDelimited(text: string): ExtractedText {
  if (text.length > MAX_STRUCTURED_CHARS) return wholeLineText(text);
  const found = detectDelimiter(text);
  if (found === null) return unchangedText(text);
  const rows = delimitedRows(text, found.delimiter, found.from);
  const above: string[] = [];
  let first = next(rows);
  while (first !== null && filled(first.cells) < 2 && above.length < MAX_LINES_ABOVE) {
    above.push(first.cells.join(" ").trim());
    first = next(rows);
  }
  const below = taken(rows, ROWS_LOOKED_AT);
  const isHeader =
    first !== null &&
    isHeaderRow(
      first.cells,
      below.map(({ cells }) => cells),
    );
  const header = isHeader ? first!.cells : null;
  const lead = above.map((line) => `${line}\n\n`).join("");
  const lines = new LinesOfRows(lead.length);
  const table = markdownTable(
    header,
    lines.cellsOf([...(isHeader || first === null ? [] : [first]), ...below], rows),
    (start, end) => lines.place(start, end),
  );
  const made = lead + table;
  return {
    text: made,
    pages: [],
    spans: lines.spans,
    title: above[0] ?? "",
    strategy: "delimited",
    form: "spelled",
  };
}

/** Passes rows on and records their spans. Rows on consecutive lines share a span. */
class LinesOfRows {
  readonly spans: LocatedSpan[] = [];
  readonly #offset: number;
  #line = 0;
  #open: { start: number; end: number; line: number; rows: number } | null = null;

  constructor(offset: number) {
    this.#offset = offset;
  }

  *cellsOf(first: readonly DelimitedRow[], rows: Iterable<DelimitedRow>): Generator<readonly string[]> {
    for (const row of withFirst(first, rows)) {
      this.#line = row.line;
      yield row.cells;
    }
    this.#close();
  }

  place(start: number, end: number): void {
    const [from, to] = [start + this.#offset, end + this.#offset];
    const open = this.#open;
    if (open !== null && from === open.end + 1 && this.#line === open.line + open.rows) {
      this.#open = { ...open, end: to, rows: open.rows + 1 };
      return;
    }
    this.#close();
    this.#open = { start: from, end: to, line: this.#line, rows: 1 };
  }

  #close(): void {
    if (this.#open === null || this.spans.length === MAX_SPANS) return;
    const { start, end, line } = this.#open;
    this.spans.push({ start, end, locator: { kind: "line", line } });
    this.#open = null;
  }
}

function next(rows: Generator<DelimitedRow>): DelimitedRow | null {
  const { done, value } = rows.next();
  return done === true ? null : value;
}

/** Takes at most `most` rows. */
function taken(rows: Generator<DelimitedRow>, most: number): DelimitedRow[] {
  const found: DelimitedRow[] = [];
  for (let row = next(rows); row !== null; row = found.length < most ? next(rows) : null) found.push(row);
  return found;
}

function* withFirst(first: readonly DelimitedRow[], rows: Iterable<DelimitedRow>): Generator<DelimitedRow> {
  yield* first;
  yield* rows;
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;
