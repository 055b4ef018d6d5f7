import type { ExtractedText } from "../extracted-text.ts";
import { flatKindOf } from "../office/flat-kind.ts";
import { extractXml } from "./extract-xml.ts";

/** An XML file: an office document that is one is read as such, another one by its elements. @throws ExtractionError */
export async function extractXmlFile(text: string): Promise<ExtractedText> {
  const flat = flatKindOf(text);
  return flat === null ? extractXml(text) : await (await import("../office/extract-flat.ts")).extractFlat(text, flat);
}
