import { mediaTypeOf } from "../../../domain/media-type.ts";
import { typeOfName } from "../media-type.ts";

/** What a form feed ends in a text that an external worker hands in. */
export type HandedInParts = "pages" | "slides" | "sheets";

const SLIDES = /powerpoint|presentation|keynote/;
const SHEETS = /excel|spreadsheet|\.numbers$/;

/** By what a file is declared as, else by its name. */
export function partsOfFile({
  contentType,
  originalFileName,
}: {
  readonly contentType: string;
  readonly originalFileName: string;
}): HandedInParts {
  return partsOf(mediaTypeOf(contentType)) ?? partsOf(typeOfName(originalFileName)?.toLowerCase() ?? "") ?? "pages";
}

function partsOf(mediaType: string): HandedInParts | null {
  if (SLIDES.test(mediaType)) return "slides";
  return SHEETS.test(mediaType) ? "sheets" : null;
}
