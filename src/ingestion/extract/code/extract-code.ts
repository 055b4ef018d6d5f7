import type { ExtractedText } from "../extracted-text.ts";
import { asItStands } from "../text/plain-text.ts";
import { definitionStarts } from "./code-borders.ts";

/** Source code as it stands, with its lines, and where its definitions begin. @throws ExtractionError when there is no text */
export function extractCode(text: string): ExtractedText {
  const read = asItStands(text);
  return { ...read, borders: definitionStarts(text), strategy: "code", form: "code" };
}
