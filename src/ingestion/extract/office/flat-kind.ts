/** Office document formats that are a single XML file. */
export type FlatKind = "odt" | "ods" | "odp" | "word" | "excel";

const MAX_TAG_CHARS = 16_384;
const TAG_NAME = /^<(?:[\w.-]{1,40}:)?(document|wordDocument|Workbook)[\s>]/;
const OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const WORD_2003 = "http://schemas.microsoft.com/office/word/2003/wordml";
const EXCEL_2003 = "urn:schemas-microsoft-com:office:spreadsheet";
const MIMETYPE =
  /\bmimetype\s{0,9}=\s{0,9}["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation|graphics)\b/;
const OPEN_DOCUMENT_KINDS: Readonly<Record<string, FlatKind>> = {
  text: "odt",
  spreadsheet: "ods",
  presentation: "odp",
  graphics: "odp",
};

/** Detects a flat office document by its root element; null for other XML. */
export function flatKindOf(xml: string): FlatKind | null {
  const at = firstElement(xml);
  const tag = xml.slice(at, at + MAX_TAG_CHARS).split(">", 1)[0] ?? "";
  const name = TAG_NAME.exec(`${tag}>`)?.[1];
  if (name === "wordDocument") return tag.includes(WORD_2003) ? "word" : null;
  if (name === "Workbook") return tag.includes(EXCEL_2003) ? "excel" : null;
  if (name !== "document" || !tag.includes(OPEN_DOCUMENT)) return null;
  return OPEN_DOCUMENT_KINDS[MIMETYPE.exec(tag)?.[1] ?? ""] ?? null;
}

/** Returns the offset after the declaration, instructions, comments and the document type. */
function firstElement(xml: string): number {
  let at = 0;
  for (;;) {
    while (at < xml.length && /[\s\ufeff]/.test(xml[at] ?? "")) at += 1;
    const end = xml.startsWith("<?", at)
      ? "?>"
      : xml.startsWith("<!--", at)
        ? "-->"
        : xml.startsWith("<!", at)
          ? ">"
          : null;
    if (end === null) return at;
    const found = xml.indexOf(end, at);
    if (found < 0) return xml.length;
    at = found + end.length;
  }
}
