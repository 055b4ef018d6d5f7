import { damagedError, noTextError } from "../extraction-errors.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { composeNote } from "../compose-note.ts";
import { Drawings } from "./drawings.ts";
import { leftOut } from "../left-out.ts";
import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import { raisedOf } from "./docx-styles.ts";
import { type OfficeBlock, OfficeText, locatorName } from "./office-text.ts";
import { PackageParts, type Relationship } from "./package-parts.ts";
import { SheetRows } from "./sheet-rows.ts";
import { SheetReader } from "./sheet-reader.ts";
import { SlideReader } from "./slide-reader.ts";
import { WorkbookStyles } from "./workbook-styles.ts";

const EMBEDDED = new Set(["oleObject", "package"]);

/**
 * Extracts a workbook: visible sheets in order, each with its name as heading and its rows as a Markdown
 * table, and the text of shapes, text boxes and diagrams.
 * @throws ExtractionError if the workbook is damaged, too large, or has no text
 */
export async function extractXlsx(bytes: Uint8Array): Promise<ExtractedText> {
  const parts = new PackageParts(new ZipArchive(bytes));
  const { text, title, note } = await runCooperatively(readXlsx(parts));
  const written = text.toString();
  if (written === "") throw noTextError("workbook");
  return { text: written, pages: [], spans: text.spans, title, strategy: "xlsx", form: "spelled", note };
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly isFrom1904: boolean;
  /** Number of skipped sheets: hidden ones and those that consist of a chart. */
  readonly hidden: number;
  readonly charts: number;
}

function* readXlsx(parts: PackageParts): CooperativeTask<{ text: OfficeText; title: string; note: string }> {
  const main = yield* parts.mainPart("xl/workbook.xml");
  if (parts.find(main) === null) throw damagedError("it holds no workbook");
  const related = yield* parts.relationships(main);
  const targetOf = (kind: string): string | null =>
    related.find((each) => each.kind === kind)?.target ?? null;
  const { sheets, isFrom1904, hidden, charts } = yield* readWorkbook(parts, main, related);
  const styles = yield* WorkbookStyles.read(parts, targetOf("styles"), isFrom1904);
  const strings = yield* readStrings(parts, targetOf("sharedStrings"));
  const text = new OfficeText();
  const unread = { comments: 0, embedded: 0 };
  for (const { name, part } of sheets) {
    const rows = new SheetRows();
    yield* parts.read(part, new SheetReader({ strings, styles }, rows));
    yield* rows.write(name, text);
    const beside = yield* parts.relationships(part);
    yield* readShapes(parts, beside, { name, isBegun: !rows.isEmpty }, text);
    for (const { target } of beside.filter(({ kind }) => kind === "comments"))
      unread.comments += yield* countComments(parts, target);
    unread.embedded += beside.filter(({ kind }) => EMBEDDED.has(kind)).length;
  }
  const note = composeNote([
    leftOut(hidden, "hidden sheet"),
    leftOut(charts, "chart sheet"),
    leftOut(unread.embedded, "embedded file"),
    leftOut(unread.comments, "comment"),
  ]);
  return { text, title: yield* parts.title(), note };
}

/** Reads text outside of cells. Skips charts, because they repeat the cells. */
function* readShapes(
  parts: PackageParts,
  related: readonly Relationship[],
  { name, isBegun }: { readonly name: string; readonly isBegun: boolean },
  text: OfficeText,
): CooperativeTask<void> {
  const blocks: OfficeBlock[] = [];
  for (const { target } of related.filter(({ kind }) => kind === "drawing")) {
    const shown = (yield* parts.relationships(target)).filter(({ kind }) => kind === "diagramData");
    const drawings = yield* Drawings.read(parts, shown);
    const reader = new SlideReader(drawings);
    yield* parts.read(target, reader);
    blocks.push(...reader.titles, ...reader.blocks, ...drawings.rest);
  }
  if (blocks.length === 0) return;
  text.setLocator({ kind: "sheet", sheet: locatorName(name) });
  if (!isBegun) text.add({ kind: "heading", level: 1, text: name });
  for (const block of blocks) text.add(block);
}

function* countComments(parts: PackageParts, part: string): CooperativeTask<number> {
  let count = 0;
  yield* parts.read(part, { open: (name) => void (count += name === "comment" ? 1 : 0) });
  return count;
}

/**
 * Reads the visible sheets of a workbook, as a viewer displays them. Reads a sheet once even if the workbook
 * lists it repeatedly.
 */
function* readWorkbook(
  parts: PackageParts,
  main: string,
  related: readonly Relationship[],
): CooperativeTask<Workbook> {
  const targets = new Map(related.map((relationship) => [relationship.id, relationship]));
  const sheets = new Map<string, { name: string; part: string }>();
  const [hidden, charts] = [new Set<string>(), new Set<string>()];
  let isFrom1904 = false;
  yield* parts.read(main, {
    open: (element, attributes) => {
      if (element === "workbookPr") isFrom1904 = /^(?:1|true|on)$/.test(attributes.get("date1904") ?? "");
      const found = element === "sheet" ? targets.get(attributes.prefixed("id") ?? "") : undefined;
      if (found === undefined || sheets.has(found.target)) return;
      if (/hidden/i.test(attributes.get("state") ?? "")) hidden.add(found.target);
      else if (found.kind === "chartsheet") charts.add(found.target);
      else if (found.kind === "worksheet")
        sheets.set(found.target, { name: attributes.get("name") ?? "", part: found.target });
    },
  });
  return { sheets: [...sheets.values()], isFrom1904, hidden: hidden.size, charts: charts.size };
}

/** Shared strings by index, without phonetic guides. */
function* readStrings(parts: PackageParts, part: string | null): CooperativeTask<string[]> {
  const strings: string[] = [];
  const text = new RunningText();
  let raised: Raised | null = null;
  let isText = false;
  let phonetic = 0;
  yield* parts.read(part, {
    open: (name, attributes) => {
      if (name === "si" || name === "r") raised = null;
      if (name === "vertAlign") raised = raisedOf(attributes.get("val") ?? "");
      if (name === "rPh") phonetic += 1;
      if (name === "t") isText = phonetic === 0;
    },
    text: (more) => {
      if (isText) text.add(more, raised);
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") phonetic -= 1;
      if (name === "si") strings.push(text.take());
    },
  });
  return strings;
}
