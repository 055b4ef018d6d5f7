import { composeNote } from "../compose-note.ts";
import { leftOut } from "../left-out.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { noTextError } from "../extraction-errors.ts";
import { RtfReader } from "./rtf-reader.ts";
import { rtfTokens } from "./rtf-tokens.ts";

/**
 * Extracts Rich Text Format: paragraphs, headings with `#`, tables as Markdown, notes. Skips pictures,
 * headers, footers, comments and field instructions.
 * @throws ExtractionError
 */
export function extractRtf(bytes: Uint8Array): ExtractedText {
  const reader = new RtfReader();
  for (const token of rtfTokens(bytes)) reader.take(token);
  const { text, title, comments, objects, hidden } = reader.end();
  if (text === "") throw noTextError("document");
  return {
    text,
    pages: [],
    title,
    strategy: "rtf",
    form: "spelled",
    note: composeNote([
      leftOut(objects, "embedded file"),
      leftOut(comments, "comment"),
      leftOut(hidden, "hidden text"),
    ]),
  };
}
