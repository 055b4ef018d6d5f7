import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { FileKind } from "../file-types.ts";
import { readXml, type XmlAttributes, type XmlReader } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { ParagraphCollector, type WordSink } from "./word-sink.ts";

/** Maximum size of a package part whose words are counted. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

interface Part {
  readonly matches: RegExp;
  readonly place: string;
}

const WORD_PARTS: readonly Part[] = [
  { matches: /^word\/document\d*\.xml$/i, place: "" },
  { matches: /^word\/(?:header|footer)\d*\.xml$/i, place: "headers and footers" },
  { matches: /^word\/(?:footnotes|endnotes)\d*\.xml$/i, place: "notes" },
  { matches: /^word\/comments\d*\.xml$/i, place: "comments" },
  { matches: /^word\/charts\/chart\d*\.xml$/i, place: "charts" },
  { matches: /^word\/diagrams\/data\d*\.xml$/i, place: "diagrams" },
];
const SLIDE_PARTS: readonly Part[] = [
  { matches: /^ppt\/slides\/slide\d*\.xml$/i, place: "" },
  { matches: /^ppt\/notesSlides\/notesSlide\d*\.xml$/i, place: "speaker notes" },
  { matches: /^ppt\/comments\/[^/]*\.xml$/i, place: "comments" },
  { matches: /^ppt\/charts\/chart\d*\.xml$/i, place: "charts" },
  { matches: /^ppt\/diagrams\/data\d*\.xml$/i, place: "diagrams" },
];
const SHEET_PARTS: readonly Part[] = [
  { matches: /^xl\/sharedStrings\.xml$/i, place: "" },
  { matches: /^xl\/worksheets\/sheet\d*\.xml$/i, place: "" },
  { matches: /^xl\/comments\d*\.xml$|^xl\/threadedComments\/[^/]*\.xml$/i, place: "comments" },
  { matches: /^xl\/drawings\/drawing\d*\.xml$/i, place: "drawings" },
  { matches: /^xl\/charts\/chart\d*\.xml$/i, place: "charts" },
  { matches: /^xl\/diagrams\/data\d*\.xml$/i, place: "diagrams" },
];
const OPEN_PARTS: readonly Part[] = [
  { matches: /^content\.xml$/, place: "" },
  { matches: /^Object [^/]*\/content\.xml$/, place: "embedded objects" },
];
const PARTS: Partial<Record<FileKind, readonly Part[]>> = {
  docx: WORD_PARTS,
  pptx: SLIDE_PARTS,
  xlsx: SHEET_PARTS,
  odt: OPEN_PARTS,
  odp: OPEN_PARTS,
  ods: OPEN_PARTS,
};
const OPEN_KINDS: ReadonlySet<FileKind> = new Set(["odt", "odp", "ods"]);

export function isPackage(kind: FileKind): boolean {
  return PARTS[kind] !== undefined;
}

/** Adds the words of an Office file that its program may show, without its settings. */
export function* countPackage(kind: FileKind, bytes: Uint8Array, sink: WordSink): CooperativeTask<void> {
  const zip = new ZipArchive(bytes);
  const paragraph = new ParagraphCollector(sink);
  const hidden = kind === "xlsx" && (yield* hasHiddenSheets(zip)) ? "hidden sheets" : "";
  for (const name of zip.names) {
    const part = PARTS[kind]?.find(({ matches }) => matches.test(name));
    if (part === undefined || zip.sizeOf(name) > MAX_PART_BYTES) continue;
    const reader = OPEN_KINDS.has(kind)
      ? openReader(paragraph, part.place)
      : officeReader(paragraph, part.place || hidden);
    yield* readXml(zip.pieces(name), reader);
    paragraph.end();
  }
}

const WORKBOOK = "xl/workbook.xml";

/**
 * Whether a workbook has hidden sheets. All sheets share their strings, so a lost string may belong to a
 * hidden sheet.
 */
function* hasHiddenSheets(zip: ZipArchive): CooperativeTask<boolean> {
  let isFound = false;
  const open = (name: string, attributes: XmlAttributes): void => {
    isFound ||= name === "sheet" && /hidden/i.test(attributes.get("state") ?? "");
  };
  if (zip.has(WORKBOOK)) yield* readXml(zip.pieces(WORKBOOK), { open });
  return isFound;
}

/** Office Open XML elements after which another paragraph or cell begins. */
const OFFICE_BREAKS = new Set([
  "p",
  "si",
  "is",
  "tc",
  "v",
  "comment",
  "text",
  "pt",
  "tab",
  "br",
  "cr",
  "fld",
  "rt",
  "rubyBase",
  "noBreakHyphen",
]);
/** Paragraph styles of a table of contents, which repeats headings. */
const CONTENTS_STYLE = /^toc ?\d/i;
/** Placeholders that repeat on each slide: date, number, header and footer. */
const FRAME = new Set(["dt", "ftr", "hdr", "sldNum", "sldImg"]);
/**
 * Only words of at least three letters are counted in a formula. In the extracted text, other letters and
 * digits join their neighbors: "b²-4ac".
 */
const WORD_OF_FORMULA = /[a-z]{3}/i;
/** Numbers in cells of charts are not counted, because the extracted text displays them in other formats. */
const NUMBER = /^[\d.,eE+-]*$/;

function officeReader(paragraph: ParagraphCollector, place: string): XmlReader {
  let isText = false;
  let skipped = 0;
  let isPrompt = false;
  let isContents = false;
  let isFrame = false;
  let formulas = 0;
  const isChart = place === "charts";
  return {
    open: (name, attributes) => {
      if (name === "showingPlcHdr") isPrompt = true;
      if (name === "pStyle" && CONTENTS_STYLE.test(attributes.get("val") ?? "")) isContents = true;
      if (name === "ph" && FRAME.has(attributes.get("type") ?? "")) isFrame = true;
      // Skips placeholder prompts, phonetic guides and deletions.
      if (name === "rPh" || name === "del" || (name === "sdtContent" && (isPrompt || skipped > 0)))
        skipped += 1;
      if (name === "sdtContent") isPrompt = false;
      isText = skipped === 0 && !isContents && !isFrame && (name === "t" || (isChart && name === "v"));
      if (name === "oMath") formulas += 1;
      // Ends a word sequence at each text of a formula, because the extracted formula has its letters in
      // another order than the file.
      if (OFFICE_BREAKS.has(name) || (formulas > 0 && name === "t")) paragraph.end();
    },
    text: (text) => {
      if (formulas > 0 && !WORD_OF_FORMULA.test(text)) return;
      if (isText && !(isChart && NUMBER.test(text))) paragraph.add(text, place);
    },
    close: (name) => {
      isText = false;
      if (name === "p") isContents = false;
      if (name === "sp") isFrame = false;
      if (name === "oMath") formulas -= 1;
      if (skipped > 0 && (name === "rPh" || name === "del" || name === "sdtContent")) skipped -= 1;
      if (OFFICE_BREAKS.has(name)) paragraph.end();
    },
  };
}

/** OpenDocument elements whose text is not displayed, or belongs to the user interface. */
const OPEN_SKIPPED = new Set([
  "tracked-changes",
  "script",
  "forms",
  "note-citation",
  "sequence-decls",
  "desc",
  "title",
  "event-listeners",
]);
/** OpenDocument elements that begin another paragraph, cell or word. */
const OPEN_BREAKS = new Set([
  "p",
  "h",
  "table-cell",
  "covered-table-cell",
  "tab",
  "s",
  "line-break",
  "annotation",
  "note-body",
  "text-box",
]);

function openReader(paragraph: ParagraphCollector, place: string): XmlReader {
  // Skips the table of a chart, because the sheet contains the same data.
  const isSkipped = (name: string): boolean => OPEN_SKIPPED.has(name) || (place !== "" && name === "table");
  let body = 0;
  let skipped = 0;
  let annotations = 0;
  return {
    open: (name) => {
      if (name === "body") body += 1;
      if (isSkipped(name)) skipped += 1;
      if (name === "annotation") annotations += 1;
      if (OPEN_BREAKS.has(name)) paragraph.end();
    },
    text: (text) => {
      if (body > 0 && skipped === 0) paragraph.add(text, annotations > 0 ? "comments" : place);
    },
    close: (name) => {
      if (OPEN_BREAKS.has(name)) paragraph.end();
      if (name === "body") body -= 1;
      if (isSkipped(name)) skipped -= 1;
      if (name === "annotation") annotations -= 1;
    },
  };
}
