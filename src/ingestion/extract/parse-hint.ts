import * as z from "zod";

/**
 * How to read text that is no complete file. `prose` and `lines` are segments of a long text: paragraphs or
 * whole lines. `pages`, `slides` and `sheets` are the parts that form feeds separate in a processor's text.
 */
export const parseHint = z.enum(["prose", "lines", "pages", "slides", "sheets"]);
export type ParseHint = z.output<typeof parseHint>;
