import { type HeadingContext, parseHeadingContext } from "../../domain/heading-context.ts";
import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import type { CitableSpan } from "./citable-spans.ts";

/** Returns the heading context of a passage from the index. */
export function headingContextOf({ above }: Passage): HeadingContext | null {
  return above === undefined || above === null ? null : parseHeadingContext(above);
}

/**
 * Returns the column names of the rows at the start of a passage. Their offsets are negative, because the
 * names precede the passage.
 */
export function columnNamesBefore({ start }: Passage, above: HeadingContext | null): Span | null {
  if (above?.columns === null || above === null) return null;
  const at = above.columns.start - start;
  return { start: at, end: at + above.columns.text.length };
}

/** Adds column names to table rows at the start of a passage, because the names precede the passage. */
export function withColumnNames(
  passage: Passage,
  spans: readonly CitableSpan[],
  columns: Span | null,
): readonly CitableSpan[] {
  if (columns === null) return spans;
  const rest = spans.findIndex(({ start, header }) => header !== null || passage.text[start] !== "|");
  return spans.map((span, at) => (rest < 0 || at < rest ? { ...span, header: columns } : span));
}

/** Returns the text of the column names, which are inside or before the passage. */
export function columnNamesText(passage: Passage, { start, end }: Span): string {
  return start < 0 ? (headingContextOf(passage)?.columns?.text ?? "") : passage.text.slice(start, end);
}
