import type { Passage } from "../../domain/retrieval.ts";
import { citableSpans } from "../extraction/citable-spans.ts";
import { headingContextOf } from "../extraction/heading-context.ts";
import type { QuotedSpan } from "../overviews/overview-input.ts";

/** A table of a document. Its rows may come from several passages. */
export interface ParsedTable {
  readonly header: QuotedSpan;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly span: QuotedSpan; readonly cells: readonly string[] }[];
  /** The document's name and the headings over the table, one per line. */
  readonly under: string;
}

type OpenTable = ParsedTable & { readonly rows: ParsedTable["rows"][number][] };

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
 */
export function parseTables(passages: readonly Passage[]): ParsedTable[] {
  const tables = new Map<number, OpenTable>();
  let open: OpenTable | undefined;
  for (const passage of passages) {
    const above = headingContextOf(passage);
    let under = `${passage.displayName}\n${above?.headings ?? ""}`;
    for (const { start, end, header, isHeading, isRow } of citableSpans(passage.text)) {
      const text = passage.text.slice(start, end);
      if (isHeading) under = `${passage.displayName}\n${text}`;
      const isCells = isRow === true && text.startsWith("|");
      const key = header === null ? (above?.columns?.start ?? -1) : passage.start + header.start;
      const known: OpenTable | undefined = isCells ? tables.get(key) : undefined;
      if (isCells && known === undefined && header !== null) {
        const columns = cellsOf(passage.text.slice(header.start, header.end));
        if (open?.columns.join("|") !== columns.join("|"))
          open = { header: { passage, ...header }, columns, rows: [], under };
        tables.set(key, open);
      } else open = known;
      open?.rows.push({ span: { passage, start, end }, cells: cellsOf(text) });
    }
  }
  return [...new Set(tables.values())];
}
