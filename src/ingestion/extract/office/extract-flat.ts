import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import { composeNote } from "../compose-note.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { leftOut } from "../left-out.ts";
import { holdsNoText } from "../refusals.ts";
import { readXml, together, type XmlReader } from "../xml/read-xml.ts";
import { DocxLists } from "./docx-lists.ts";
import { DocxStory } from "./docx-story.ts";
import { DocxStyles } from "./docx-styles.ts";
import { ExcelXmlStory } from "./excel-xml-story.ts";
import type { FlatKind } from "./flat-kind.ts";
import { OdfStory } from "./odf-story.ts";
import { OdfStyles } from "./odf-styles.ts";
import { OdsStory } from "./ods-story.ts";
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
 * Extracts an office document that is one XML file (flat OpenDocument, Word 2003, Excel 2003) with the
 * readers of packaged documents.
 * @throws ExtractionError when it is damaged, too large, or has no text
 */
export async function extractFlat(xml: string, kind: FlatKind): Promise<ExtractedText> {
  const bytes = new TextEncoder().encode(xml.replace(DECLARATION, ""));
  const text = new OfficeText();
  const { title, note } = await inSlices(readFlat(bytes, kind, text));
  const written = text.toString();
  if (written === "") throw holdsNoText("document");
  return { text: written, pages: [], spans: text.spans, title, strategy: STRATEGIES[kind], form: "spelled", note };
}

function* readFlat(bytes: Uint8Array, kind: FlatKind, text: OfficeText): Steps<{ title: string; note: string }> {
  const read = (...readers: XmlReader[]): Steps<void> => readXml([bytes], together(readers), { doctype: true });
  const about = new AboutDocument();
  if (kind === "word") {
    const [styles, lists] = [new DocxStyles(), new DocxLists()];
    yield* read(styles.reader(), lists.reader(), about);
    const none = { drawings: null, note: () => [], chunk: () => [] };
    const story = new DocxStory({ styles, lists, ...none }, text);
    yield* read(within("body", story));
    story.end();
    return { title: about.title, note: leftOut(story.comments, "comment") };
  }
  if (kind === "excel") {
    const story = new ExcelXmlStory();
    yield* read(story, about);
    for (const { name, rows } of story.shown) yield* rows.write(name, text);
    return { title: about.title, note: composeNote([leftOut(story.hidden, "hidden sheet"), leftOut(story.comments, "comment")]) };
  }
  const styles = new OdfStyles();
  yield* read(styles, about);
  if (kind === "ods") {
    const story = new OdsStory(styles);
    yield* read(within("body", story));
    for (const { name, rows } of story.sheets) yield* rows.write(name, text);
    return { title: about.title, note: story.note };
  }
  const story = new OdfStory(styles, text, new Map());
  yield* read(within("body", story));
  return { title: about.title, note: story.note };
}

/** Restricts a reader to one element, which excludes page headers and footers. */
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

/** Reads the document's own title. */
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
