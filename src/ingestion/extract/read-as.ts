import * as z from "zod";

/**
 * How a text is read that is no file of its own: a piece of a long one, as it stands, in paragraphs (`prose`) or in whole lines; or what an
 * external worker has written of a file, by what form feeds end in it.
 */
export const readAs = z.enum(["prose", "lines", "pages", "slides", "sheets"]);
export type ReadAs = z.output<typeof readAs>;
