import { damaged, holdsNoText } from "../refusals.ts";
import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { OfficeText } from "./office-text.ts";
import { PackageParts, type Relationship } from "./package-parts.ts";
import { SheetRows } from "./sheet-rows.ts";
import { SheetStory } from "./sheet-story.ts";
import { WorkbookStyles } from "./workbook-styles.ts";

/**
 * The text of a workbook: its visible sheets in their order, each with its name as heading and its rows as those of a Markdown table.
 * @throws ExtractionError when it is damaged, too large, or holds no text
 */
export async function extractXlsx(bytes: Uint8Array): Promise<ExtractedText> {
  const parts = new PackageParts(new ZipArchive(bytes));
  const { text, title } = await inSlices(readXlsx(parts));
  const written = text.toString();
  if (written === "") throw holdsNoText("workbook");
  return { text: written, pages: [], spans: text.spans, title, strategy: "xlsx", form: "spelled" };
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly isFrom1904: boolean;
}

function* readXlsx(parts: PackageParts): Steps<{ text: OfficeText; title: string }> {
  const main = yield* parts.mainPart("xl/workbook.xml");
  if (parts.find(main) === null) throw damaged("it holds no workbook");
  const related = yield* parts.relationships(main);
  const targetOf = (kind: string): string | null => related.find((each) => each.kind === kind)?.target ?? null;
  const { sheets, isFrom1904 } = yield* readWorkbook(parts, main, related);
  const styles = yield* WorkbookStyles.read(parts, targetOf("styles"), isFrom1904);
  const strings = yield* readStrings(parts, targetOf("sharedStrings"));
  const text = new OfficeText();
  for (const { name, part } of sheets) {
    const rows = new SheetRows();
    yield* parts.read(part, new SheetStory({ strings, styles }, rows));
    yield* rows.write(name, text);
  }
  return { text, title: yield* parts.title() };
}

/** Hidden sheets are left out: who looks at the workbook does not see them. A sheet counts once, however often it is named. */
function* readWorkbook(parts: PackageParts, main: string, related: readonly Relationship[]): Steps<Workbook> {
  const targets = new Map(related.flatMap(({ id, kind, target }) => (kind === "worksheet" ? [[id, target]] : [])));
  const sheets = new Map<string, { name: string; part: string }>();
  let isFrom1904 = false;
  yield* parts.read(main, {
    open: (element, attributes) => {
      if (element === "workbookPr") isFrom1904 = /^(?:1|true|on)$/.test(attributes.get("date1904") ?? "");
      const part = element === "sheet" ? targets.get(attributes.prefixed("id") ?? "") : undefined;
      if (part === undefined || sheets.has(part) || /hidden/i.test(attributes.get("state") ?? "")) return;
      sheets.set(part, { name: attributes.get("name") ?? "", part });
    },
  });
  return { sheets: [...sheets.values()], isFrom1904 };
}

/** The texts that cells name by number, without how they are read aloud. */
function* readStrings(parts: PackageParts, part: string | null): Steps<string[]> {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let phonetic = 0;
  yield* parts.read(part, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") phonetic += 1;
      if (name === "t") isText = phonetic === 0;
    },
    text: (more) => {
      if (isText) text += more;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") phonetic -= 1;
      if (name === "si") strings.push(text);
    },
  });
  return strings;
}
