import type { ExtractedText } from "../extracted-text.ts";
import { flatKindOf } from "../office/flat-kind.ts";
import { extractXml } from "./extract-xml.ts";

/**
 * Extracts an XML file: an office document by its own reader, other XML by its elements.
 * @throws ExtractionError
 */
export async function extractXmlFile(text: string): Promise<ExtractedText> {
  const flat = flatKindOf(text);
  return flat === null ? extractXml(text) : await (await import("../office/extract-flat.ts")).extractFlat(text, flat);
}
