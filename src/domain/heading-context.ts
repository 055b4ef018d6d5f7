import * as z from "zod";

const headingContext = z.object({
  headings: z.string(),
  levels: z.array(z.int()).optional(),
  columns: z.object({ start: z.int().nonnegative(), text: z.string() }).nullable(),
});

/** Heading context of a chunk: the headings and the table header from earlier chunks. */
export interface HeadingContext {
  /** Headings over the chunk, outermost first, one per line. */
  readonly headings: string;
  /** Rank of each heading: 1 to 6, 0 for a dated version, -1 for the fields of a mail. Older indexes lack it. */
  readonly levels?: readonly number[] | undefined;
  /** Column names of the table that continues in the chunk, and their offset in the text. */
  readonly columns: { readonly start: number; readonly text: string } | null;
}

export function serializeHeadingContext(context: HeadingContext): string {
  return JSON.stringify(context);
}

export function parseHeadingContext(stored: string): HeadingContext {
  return headingContext.parse(JSON.parse(stored));
}
