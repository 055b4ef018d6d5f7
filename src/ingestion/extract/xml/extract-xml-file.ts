import type { ExtractedText } from "../extracted-text.ts";
import { flatKindOf } from "../office/flat-kind.ts";
import { extractXml } from "./extract-xml.ts";

/**
 * Extracts an XML file. An office document has its own extractor, and other XML is extracted by its elements.
 * @throws ExtractionError
 */
export async function extractXmlFile(text: string): Promise<ExtractedText> {
  const flat = flatKindOf(text);
  return flat === null
    ? extractXml(text)
    : await (await import("../office/extract-flat.ts")).extractFlat(text, flat);
}
