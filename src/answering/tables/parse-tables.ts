import type { Passage } from "../../domain/retrieval.ts";
import { citableSpans } from "../extraction/citable-spans.ts";
import { headingContextOf } from "../extraction/heading-context.ts";
import type { QuotedSpan } from "../overviews/overview-input.ts";

export interface TableRow {
  readonly span: QuotedSpan;
  readonly cells: readonly string[];
}

/** A complete table of a document. Its rows may come from several passages. */
export interface ParsedTable {
  readonly header: QuotedSpan;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** The document's name and the headings over the table, one per line. */
  readonly under: string;
}

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** Parses the tables with named columns. The passages must contain the whole document in order. */
export function parseTables(passages: readonly Passage[]): ParsedTable[] {
  const tables = new Map<number, ParsedTable & { readonly rows: TableRow[] }>();
  for (const passage of passages) {
    const above = headingContextOf(passage);
    let heading = above?.headings ?? "";
    for (const span of citableSpans(passage.text)) {
      const text = passage.text.slice(span.start, span.end);
      if (span.isHeading) heading = text;
      if (span.isRow !== true || !text.startsWith("|")) continue;
      const key = span.header === null ? above?.columns?.start : passage.start + span.header.start;
      if (key === undefined) continue;
      if (span.header !== null && !tables.has(key)) {
        const columns = cellsOf(passage.text.slice(span.header.start, span.header.end));
        tables.set(key, {
          header: { passage, ...span.header },
          columns,
          rows: [],
          under: `${passage.displayName}\n${heading}`,
        });
      }
      tables
        .get(key)
        ?.rows.push({ span: { passage, start: span.start, end: span.end }, cells: cellsOf(text) });
    }
  }
  return [...tables.values()];
}
