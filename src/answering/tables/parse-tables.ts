import type { Passage } from "../../domain/retrieval.ts";
import { type CitableSpan, citableSpans } from "../extraction/citable-spans.ts";
import { headingContextOf } from "../extraction/heading-context.ts";
import type { QuotedSpan } from "../overviews/overview-input.ts";

export interface TableRow {
  readonly span: QuotedSpan;
  readonly cells: readonly string[];
}

/** A table of a document. Its rows may come from several passages. */
export interface ParsedTable {
  readonly header: QuotedSpan;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** The document's name and the headings over the table, one per line. */
  readonly under: string;
  /** True if the table may have further rows. Such a table answers only questions about one row. */
  readonly isPartial: boolean;
}

type OpenTable = ParsedTable & { readonly rows: TableRow[] };

/** Splits at the bars that no backslash precedes. */
const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").trim());

/**
 * Parses the tables with named columns. Extraction repeats the header for each group of rows, so groups with
 * the same header and nothing in between are one table.
 * @param passages the document's passages in order
 * @param isPartial true if the passages may end before the document
 */
export function parseTables(passages: readonly Passage[], isPartial = false): ParsedTable[] {
  const tables = new Map<number, OpenTable>();
  let open: OpenTable | null = null;
  for (const passage of passages) {
    const above = headingContextOf(passage);
    let heading = above?.headings ?? "";
    for (const span of citableSpans(passage.text)) {
      const text = passage.text.slice(span.start, span.end);
      if (span.isHeading) heading = text;
      if (span.isRow !== true || !text.startsWith("|")) {
        open = null;
        continue;
      }
      const under = `${passage.displayName}\n${heading}`;
      open = tableOf(passage, span, { tables, open, continued: above?.columns?.start, under, isPartial });
      open?.rows.push({ span: { passage, start: span.start, end: span.end }, cells: cellsOf(text) });
    }
  }
  return [...new Set(tables.values())];
}

interface Parsing extends Pick<ParsedTable, "under" | "isPartial"> {
  /** Tables by the offset of their first header in the document. */
  readonly tables: Map<number, OpenTable>;
  readonly open: OpenTable | null;
  /** Offset of the header before the passage. */
  readonly continued: number | undefined;
}

function tableOf(passage: Passage, { header }: CitableSpan, parsing: Parsing): OpenTable | null {
  const { tables, open, continued, under, isPartial } = parsing;
  if (header === null) return continued === undefined ? null : (tables.get(continued) ?? open);
  const key = passage.start + header.start;
  const columns = cellsOf(passage.text.slice(header.start, header.end));
  const known = tables.get(key) ?? (open?.columns.join("|") === columns.join("|") ? open : undefined);
  const table = known ?? { header: { passage, ...header }, columns, rows: [], under, isPartial };
  tables.set(key, table);
  return table;
}
