import type { ExtractedText } from "../extracted-text.ts";
import { asItStands } from "../text/plain-text.ts";
import { definitionStarts } from "./code-borders.ts";

/**
 * Extracts source code unchanged, with its lines and the starts of its definitions.
 * @throws ExtractionError when there is no text
 */
export function extractCode(text: string): ExtractedText {
  const read = asItStands(text);
  return { ...read, borders: definitionStarts(text), strategy: "code", form: "code" };
}
