import type { ExtractedText } from "../extracted-text.ts";
import { unchangedText } from "../text/plain-text.ts";
import { definitionStarts } from "./definition-starts.ts";

/**
 * Extracts source code unchanged, with its lines and the starts of its definitions.
 * @throws ExtractionError when there is no text
 */
export function extractCode(text: string): ExtractedText {
  const read = unchangedText(text);
  return { ...read, borders: definitionStarts(text), strategy: "code", form: "code" };
}
