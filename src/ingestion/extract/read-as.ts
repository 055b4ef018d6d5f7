import * as z from "zod";

/** How a text is read that is no file of its own: what an external worker has written of a file, by what form feeds end in it. */
export const readAs = z.enum(["pages", "slides", "sheets"]);
export type ReadAs = z.output<typeof readAs>;
