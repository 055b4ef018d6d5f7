import { damagedError, noTextError } from "../extraction-errors.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { readXml, combineReaders, type XmlReader } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { readChart } from "./chart-blocks.ts";
import { OdfChart } from "./odf-chart.ts";
import { FormulaBudget } from "./formula-reader.ts";
import { MathmlReader } from "./mathml-reader.ts";
import { type OdfObjects, OdfReader } from "./odf-reader.ts";
import { OdfStyles } from "./odf-styles.ts";
import { OdsReader } from "./ods-reader.ts";
import { OfficeText } from "./office-text.ts";

const CONTENT = "content.xml";
const OBJECT_CONTENT = `/${CONTENT}`;
const MAX_CHARTS = 500;

/**
 * Extracts an OpenDocument text, presentation or spreadsheet in the same form as the Microsoft formats.
 * @throws ExtractionError if the document is damaged, encrypted, too large, or has no text
 */
export async function extractOdf(bytes: Uint8Array, strategy: "odt" | "odp" | "ods"): Promise<ExtractedText> {
  const { text, title, note } = await runCooperatively(readOdf(new ZipArchive(bytes), strategy));
  const written = text.toString();
  if (written === "") throw noTextError("document");
  return { text: written, pages: [], spans: text.spans, title, strategy, form: "spelled", note };
}

function* readOdf(
  zip: ZipArchive,
  strategy: "odt" | "odp" | "ods",
): CooperativeTask<{ text: OfficeText; title: string; note: string }> {
  yield* requirePlain(zip);
  if (!zip.has(CONTENT)) throw damagedError("it holds no document");
  const styles = new OdfStyles();
  yield* readMember(zip, "styles.xml", styles);
  const text = new OfficeText();
  let note: string;
  if (strategy === "ods") {
    const reader = new OdsReader(styles);
    yield* readMember(zip, CONTENT, reader);
    for (const { name, rows } of reader.sheets) yield* rows.write(name, text);
    ({ note } = reader);
  } else {
    const reader = new OdfReader(styles, text, yield* chartsOf(zip));
    yield* readMember(zip, CONTENT, reader);
    ({ note } = reader);
  }
  return { text, title: yield* titleOf(zip), note };
}

function* readMember(zip: ZipArchive, name: string, reader: XmlReader): CooperativeTask<void> {
  // Allows a document type, which the predecessors of OpenDocument wrote without definitions.
  if (zip.has(name)) yield* readXml(zip.pieces(name), reader, { doctype: true });
}

/**
 * Returns the text of charts and formulas by archive path. A formula is a string, because it stays within its
 * paragraph.
 */
function* chartsOf(zip: ZipArchive): CooperativeTask<OdfObjects> {
  const charts: OdfObjects = new Map();
  const budget = new FormulaBudget();
  for (const name of zip.names.filter((member) => member.endsWith(OBJECT_CONTENT)).slice(0, MAX_CHARTS)) {
    const [chart, formula] = [new OdfChart(), new MathmlReader(budget)];
    const isRead = yield* readChart(readMember(zip, name, combineReaders([chart, formula])));
    if (isRead && (formula.result ?? chart.blocks).length > 0)
      charts.set(name.slice(0, -OBJECT_CONTENT.length), formula.result ?? chart.blocks);
  }
  return charts;
}

function* requirePlain(zip: ZipArchive): CooperativeTask<void> {
  yield* readMember(zip, "META-INF/manifest.xml", {
    open: (name) => {
      if (name === "encryption-data")
        throw new ExtractionError("This file is protected by a password. Upload it without one.");
    },
  });
}

function* titleOf(zip: ZipArchive): CooperativeTask<string> {
  let title = "";
  let isTitle = false;
  yield* readMember(zip, "meta.xml", {
    open: (name) => (isTitle = name === "title"),
    text: (text) => (title += isTitle ? text : ""),
    close: () => (isTitle = false),
  });
  return title.replace(/\s+/g, " ").trim();
}
