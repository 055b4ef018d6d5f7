import { damaged, holdsNoText } from "../refusals.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { readXml, type XmlReader } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { readChart } from "./chart-table.ts";
import { OdfChart } from "./odf-chart.ts";
import { OdfStory } from "./odf-story.ts";
import { OdfStyles } from "./odf-styles.ts";
import { OdsStory } from "./ods-story.ts";
import { type OfficeBlock, OfficeText } from "./office-text.ts";

const CONTENT = "content.xml";
const OBJECT_CONTENT = `/${CONTENT}`;
const MAX_CHARTS = 500;

/**
 * The text of an OpenDocument text, presentation or spreadsheet, as those of Microsoft's are written.
 * @throws ExtractionError when it is damaged, encrypted, too large, or holds no text
 */
export async function extractOdf(bytes: Uint8Array, strategy: "odt" | "odp" | "ods"): Promise<ExtractedText> {
  const { text, title } = await inSlices(readOdf(new ZipArchive(bytes), strategy));
  const written = text.toString();
  if (written === "") throw holdsNoText("document");
  return { text: written, pages: [], spans: text.spans, title, strategy, form: "spelled" };
}

function* readOdf(zip: ZipArchive, strategy: "odt" | "odp" | "ods"): Steps<{ text: OfficeText; title: string }> {
  yield* requirePlain(zip);
  if (!zip.has(CONTENT)) throw damaged("it holds no document");
  const styles = new OdfStyles();
  yield* readMember(zip, "styles.xml", styles);
  const text = new OfficeText();
  if (strategy === "ods") {
    const story = new OdsStory(styles);
    yield* readMember(zip, CONTENT, story);
    for (const { name, rows } of story.sheets) yield* rows.write(name, text);
  } else {
    yield* readMember(zip, CONTENT, new OdfStory(styles, text, yield* chartsOf(zip)));
  }
  return { text, title: yield* titleOf(zip) };
}

function* readMember(zip: ZipArchive, name: string, reader: XmlReader): Steps<void> {
  // The programs before OpenDocument wrote a bare document type.
  if (zip.has(name)) yield* readXml(zip.pieces(name), reader, { doctype: true });
}

/** What the charts in it say, by where they lie. */
function* chartsOf(zip: ZipArchive): Steps<Map<string, readonly OfficeBlock[]>> {
  const charts = new Map<string, readonly OfficeBlock[]>();
  for (const name of zip.names.filter((member) => member.endsWith(OBJECT_CONTENT)).slice(0, MAX_CHARTS)) {
    const chart = new OdfChart();
    if (yield* readChart(readMember(zip, name, chart))) charts.set(name.slice(0, -OBJECT_CONTENT.length), chart.blocks);
  }
  return charts;
}

function* requirePlain(zip: ZipArchive): Steps<void> {
  yield* readMember(zip, "META-INF/manifest.xml", {
    open: (name) => {
      if (name === "encryption-data") throw new ExtractionError("This file is protected by a password. Upload it without one.");
    },
  });
}

function* titleOf(zip: ZipArchive): Steps<string> {
  let title = "";
  let isTitle = false;
  yield* readMember(zip, "meta.xml", {
    open: (name) => (isTitle = name === "title"),
    text: (text) => (title += isTitle ? text : ""),
    close: () => (isTitle = false),
  });
  return title.replace(/\s+/g, " ").trim();
}
