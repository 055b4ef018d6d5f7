import type { ExtractedText } from "../extracted-text.ts";
import { asItStands } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/structured-limit.ts";
import { delimitedRows, delimiterOf } from "./delimited-rows.ts";
import { markdownTable } from "./markdown-table.ts";

const BEGINS_LIKE_A_VALUE = /^[-+(]?[\d.,$€£¥%]/;
const YEAR = /^(?:19|20)\d\d$/;
/** Lines above the header are a title or a note. */
const MAX_LINES_ABOVE = 10;

type Row = readonly string[];

/**
 * Values between commas, semicolons, tabs or bars as a Markdown table. What has one column, or is very long, stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractDelimited(text: string): ExtractedText {
  const found = delimiterOf(text);
  if (found === null || text.length > MAX_STRUCTURED_CHARS) return asItStands(text);
  const rows = delimitedRows(text, found.delimiter, found.from);
  const above: string[] = [];
  let first = next(rows);
  while (first !== null && filled(first) < 2 && above.length < MAX_LINES_ABOVE) {
    above.push(first.join(" ").trim());
    first = next(rows);
  }
  const header = first !== null && isHeader(first) ? first : null;
  const table = markdownTable(header, header === null && first !== null ? withFirst(first, rows) : rows);
  const made = [...above, table].join("\n\n");
  return { text: made, pages: [], title: above[0] ?? "", strategy: "delimited", html: null, markdown: made };
}

function next(rows: Generator<Row>): Row | null {
  const { done, value } = rows.next();
  return done === true ? null : value;
}

function* withFirst(first: Row, rows: Iterable<Row>): Generator<Row> {
  yield first;
  yield* rows;
}

const filled = (cells: Row): number => cells.filter((cell) => cell.trim() !== "").length;

/** Names, not values: none begins like a number, unless it is a year beside a name. */
function isHeader(row: Row): boolean {
  const cells = row.map((cell) => cell.trim());
  const named = cells.filter((cell) => cell !== "" && !BEGINS_LIKE_A_VALUE.test(cell));
  return named.length > 0 && cells.every((cell) => !BEGINS_LIKE_A_VALUE.test(cell) || YEAR.test(cell));
}
