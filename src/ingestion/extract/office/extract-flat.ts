import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { composeNote } from "../compose-note.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { leftOut } from "../left-out.ts";
import { noTextError } from "../extraction-errors.ts";
import { readXml, combineReaders, type XmlReader } from "../xml/read-xml.ts";
import { DocxLists } from "./docx-lists.ts";
import { DocxReader } from "./docx-reader.ts";
import { DocxStyles } from "./docx-styles.ts";
import { ExcelXmlReader } from "./excel-xml-reader.ts";
import type { FlatKind } from "./flat-kind.ts";
import { OdfReader } from "./odf-reader.ts";
import { OdfStyles } from "./odf-styles.ts";
import { OdsReader } from "./ods-reader.ts";
import { OfficeText } from "./office-text.ts";

const STRATEGIES: Readonly<Record<FlatKind, string>> = {
  odt: "flat-odt",
  ods: "flat-ods",
  odp: "flat-odp",
  word: "word-xml",
  excel: "excel-xml",
};
const DECLARATION = /^\ufeff?\s{0,200}<\?xml[^>]{0,400}\?>/;

/**
 * Extracts an office document that is one XML file (flat OpenDocument, Word 2003, Excel 2003). Uses the
 * readers of the packaged formats.
 * @throws ExtractionError if the document is damaged, too large, or has no text
 */
export async function extractFlat(xml: string, kind: FlatKind): Promise<ExtractedText> {
  const bytes = new TextEncoder().encode(xml.replace(DECLARATION, ""));
  const text = new OfficeText();
  const { title, note } = await runCooperatively(readFlat(bytes, kind, text));
  const written = text.toString();
  if (written === "") throw noTextError("document");
  return {
    text: written,
    pages: [],
    spans: text.spans,
    title,
    strategy: STRATEGIES[kind],
    form: "spelled",
    note,
  };
}

function* readFlat(
  bytes: Uint8Array,
  kind: FlatKind,
  text: OfficeText,
): CooperativeTask<{ title: string; note: string }> {
  const read = (...readers: XmlReader[]): CooperativeTask<void> =>
    readXml([bytes], combineReaders(readers), { doctype: true });
  const about = new AboutDocument();
  if (kind === "word") {
    const [styles, lists] = [new DocxStyles(), new DocxLists()];
    yield* read(styles.reader(), lists.reader(), about);
    const none = { drawings: null, note: () => [], chunk: () => [] };
    const reader = new DocxReader({ styles, lists, ...none }, text);
    yield* read(within("body", reader));
    reader.end();
    return {
      title: about.title,
      note: composeNote([leftOut(reader.comments, "comment"), leftOut(reader.hidden, "hidden text")]),
    };
  }
  if (kind === "excel") {
    const reader = new ExcelXmlReader();
    yield* read(reader, about);
    for (const { name, rows } of reader.shown) yield* rows.write(name, text);
    return {
      title: about.title,
      note: composeNote([leftOut(reader.hidden, "hidden sheet"), leftOut(reader.comments, "comment")]),
    };
  }
  const styles = new OdfStyles();
  yield* read(styles, about);
  if (kind === "ods") {
    const reader = new OdsReader(styles);
    yield* read(within("body", reader));
    for (const { name, rows } of reader.sheets) yield* rows.write(name, text);
    return { title: about.title, note: reader.note };
  }
  const reader = new OdfReader(styles, text, new Map());
  yield* read(within("body", reader));
  return { title: about.title, note: reader.note };
}

/** Restricts a reader to one element, so that page headers and footers are not read. */
function within(element: string, reader: XmlReader): XmlReader {
  let depth = 0;
  return {
    open: (name, attributes, line) => {
      if (depth > 0) reader.open?.(name, attributes, line);
      if (depth > 0 || name === element) depth += 1;
    },
    text: (text, line) => {
      if (depth > 0) reader.text?.(text, line);
    },
    close: (name) => {
      if (depth > 1) reader.close?.(name);
      if (depth > 0) depth -= 1;
    },
  };
}

/** Reads the title that the document declares. */
class AboutDocument implements XmlReader {
  #title = "";
  #isProperties = false;
  #isTitle = false;

  get title(): string {
    return this.#title.replace(/\s+/g, " ").trim();
  }

  open(name: string): void {
    if (name === "meta" || name === "DocumentProperties") this.#isProperties = true;
    else if (this.#isProperties && this.#title === "" && name.toLowerCase() === "title") this.#isTitle = true;
  }

  text(text: string): void {
    if (this.#isTitle) this.#title += text;
  }

  close(name: string): void {
    this.#isTitle = false;
    if (name === "meta" || name === "DocumentProperties") this.#isProperties = false;
  }
}
