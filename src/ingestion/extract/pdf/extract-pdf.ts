import type { getDocumentProxy } from "unpdf";
import type { PageSpan } from "../../../domain/retrieval.ts";
import type { Steps } from "../../../text/steps.ts";
import { inSlices } from "../../../text/in-slices.ts";
import { composeNote } from "../compose-note.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { characterMaps } from "./character-maps.ts";
import { PDF_LIMITS, PdfBudget } from "./pdf-limits.ts";
import { linesOfPage, type PdfLine } from "./pdf-lines.ts";
import { itemsOfPage } from "./pdf-page-items.ts";
import { textOfPage } from "./pdf-page-text.ts";
import { withoutRunningLines } from "./pdf-running-lines.ts";
import { noteOnMaps, noteOnTextless } from "./pdf-notes.ts";

/** pdf.js keeps fonts and parsed objects until told otherwise. */
const PAGES_PER_CLEANUP = 100;
const PAGE_SEPARATOR = "\n\n";
const WORD = /\p{L}[\p{L}\p{M}'’-]*\p{L}/gu;
const PRODUCER_TITLE = /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|.*\.(?:docx?|pptx?|xlsx?|tex|dvi|indd|qxd|pdf|odt|fm))$/i;

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * The text layer of a PDF, pages joined by a blank line, with the exact span of each page.
 * @throws ExtractionError for damaged, encrypted and scanned files, and for those that cost more than `limits`
 */
export async function extractPdf(bytes: Uint8Array, limits = PDF_LIMITS): Promise<ExtractedText> {
  const budget = new PdfBudget(limits);
  const { getDocumentProxy } = await import("unpdf");
  const missingMaps = new Set<string>();
  const pdf = await open(getDocumentProxy, bytes, missingMaps);
  try {
    budget.requirePages(pdf.numPages);
    const pages = await linesOfPages(pdf, budget);
    const { text, spans } = await inSlices(composePages(withoutRunningLines(pages)));
    if (!/[\p{L}\p{N}]/u.test(text)) {
      throw new ExtractionError(
        "This PDF holds no text, only pictures of pages: it looks like a scan. Have its text recognised first, and upload the result.",
        { othersMay: true },
      );
    }
    const note = composeNote([noteOnTextless(spans), noteOnMaps(missingMaps)]);
    return { text, pages: spans, title: await titleOf(pdf), strategy: "pdf-text-layer", form: "plain", note };
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

async function open(load: typeof getDocumentProxy, bytes: Uint8Array, missingMaps: Set<string>): Promise<PdfDocument> {
  try {
    // pdf.js may detach the buffer that it is given.
    return await load(bytes.slice(), {
      verbosity: 0,
      stopAtErrors: false,
      BinaryDataFactory: characterMaps(missingMaps),
      cMapUrl: "/",
      cMapPacked: true,
      useWorkerFetch: false,
    });
  } catch (cause) {
    if (cause instanceof Error && cause.name === "PasswordException") {
      throw new ExtractionError(
        "This PDF is protected by a password and cannot be read without it. Save it without the password, and upload that.",
        { cause },
      );
    }
    throw new ExtractionError("This PDF is damaged and cannot be opened. Print or save it again as PDF, and upload that.", { cause });
  }
}

/**
 * One page at a time, so that only one page's drawing is in memory. A damaged page has no lines; all damaged is an error. pdf.js fetches
 * nodes of the page tree ahead: of those that fail it leaves rejections behind that cannot be caught, of which workerd takes no notice.
 */
async function linesOfPages(pdf: PdfDocument, budget: PdfBudget): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  let damaged: { cause: unknown; count: number } = { cause: undefined, count: 0 };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    budget.requireTime();
    try {
      const page = await pdf.getPage(number);
      pages.push(linesOfPage(await itemsOfPage(page, budget)));
      page.cleanup();
      if (number % PAGES_PER_CLEANUP === 0) await pdf.cleanup();
    } catch (cause) {
      if (cause instanceof ExtractionError) throw cause;
      damaged = { cause, count: damaged.count + 1 };
      pages.push([]);
    }
    budget.addCharacters(pages.at(-1)?.reduce((sum, line) => sum + line.text.length, 0) ?? 0);
  }
  if (damaged.count === pdf.numPages) {
    throw new ExtractionError("This PDF is damaged: none of its pages can be read. Print or save it again as PDF, and upload that.", {
      cause: damaged.cause,
    });
  }
  return pages;
}

function* composePages(pages: readonly (readonly PdfLine[])[]): Steps<{ text: string; spans: PageSpan[] }> {
  const words = yield* wordsOf(pages);
  const parts: string[] = [];
  const spans: PageSpan[] = [];
  let end = 0;
  for (const [at, lines] of pages.entries()) {
    const text = textOfPage(lines, words);
    const start = text === "" || end === 0 ? end : end + PAGE_SEPARATOR.length;
    if (start > end) parts.push(PAGE_SEPARATOR);
    parts.push(text);
    end = start + text.length;
    spans.push({ page: at + 1, start, end });
    yield;
  }
  return { text: parts.join(""), spans };
}

/** The words that stand within lines: they show how a word that a line end cuts is spelled. */
function* wordsOf(pages: readonly (readonly PdfLine[])[]): Steps<Set<string>> {
  const words = new Set<string>();
  for (const lines of pages) {
    yield;
    for (const { text } of lines) for (const [word] of text.matchAll(WORD)) words.add(word.toLowerCase());
  }
  return words;
}

async function titleOf(pdf: PdfDocument): Promise<string> {
  const metadata = await pdf.getMetadata().catch(() => null);
  const info: unknown = metadata?.info;
  const title = typeof info === "object" && info !== null && "Title" in info && typeof info.Title === "string" ? info.Title : "";
  const cleaned = title.replace(/[\s\0]+/g, " ").trim();
  return PRODUCER_TITLE.test(cleaned) ? "" : cleaned;
}
