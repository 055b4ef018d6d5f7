import { mediaTypeOf } from "../../../domain/media-type.ts";
import { typeOfName } from "../detect-format.ts";

/** The parts that form feeds separate in an external processor's text. */
export type ProcessorOutputParts = "pages" | "slides" | "sheets";

const SLIDES = /powerpoint|presentation|keynote/;
const SHEETS = /excel|spreadsheet|\.numbers$/;

/** Derives the kind of parts from the declared type, otherwise from the file name. */
export function partsOfFile({
  contentType,
  originalFileName,
}: {
  readonly contentType: string;
  readonly originalFileName: string;
}): ProcessorOutputParts {
  return (
    partsOf(mediaTypeOf(contentType)) ?? partsOf(typeOfName(originalFileName)?.toLowerCase() ?? "") ?? "pages"
  );
}

function partsOf(mediaType: string): ProcessorOutputParts | null {
  if (SLIDES.test(mediaType)) return "slides";
  return SHEETS.test(mediaType) ? "sheets" : null;
}
