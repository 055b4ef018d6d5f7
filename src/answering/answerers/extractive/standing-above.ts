import * as z from "zod";
import type { Above, Passage } from "../../../domain/retrieval.ts";
import type { Span } from "../../../text/sentences.ts";
import type { Quotable } from "./quotable-spans.ts";

const stored = z.object({ headings: z.string(), columns: z.object({ start: z.number(), text: z.string() }).nullable() });

/** What stands above a passage in its document, as the index told it. */
export function aboveOf({ above }: Passage): Above | null {
  return above === undefined || above === null ? null : stored.parse(JSON.parse(above));
}

/** The names of the columns that the rows at the passage's beginning have above it: counted as all in the passage, so that it is below 0. */
export function columnsAbove({ start }: Passage, above: Above | null): Span | null {
  if (above?.columns === null || above === null) return null;
  const at = above.columns.start - start;
  return { start: at, end: at + above.columns.text.length };
}

/** Gives the rows that the passage begins with the names of their columns. */
export function withColumnsAbove(passage: Passage, spans: readonly Quotable[], columns: Span | null): readonly Quotable[] {
  if (columns === null) return spans;
  const rest = spans.findIndex(({ start, header }) => header !== null || passage.text[start] !== "|");
  return spans.map((span, at) => (rest < 0 || at < rest ? { ...span, header: columns } : span));
}

/** The names of the columns, in the passage or above it. */
export function headerText(passage: Passage, { start, end }: Span): string {
  return start < 0 ? (aboveOf(passage)?.columns?.text ?? "") : passage.text.slice(start, end);
}
