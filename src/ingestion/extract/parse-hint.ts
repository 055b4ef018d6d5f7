import * as z from "zod";

/**
 * How to read text that is no file of its own: a piece of a long text in paragraphs (`prose`) or whole lines
 * (`lines`), or a processor's text, by the parts that form feeds separate.
 */
export const parseHint = z.enum(["prose", "lines", "pages", "slides", "sheets"]);
export type ParseHint = z.output<typeof parseHint>;
