import type { getDocumentProxy } from "unpdf";
import type { PageSpan } from "../../../domain/retrieval.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import { composeNote } from "../compose-note.ts";
import { leftOut } from "../left-out.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { characterMaps } from "./character-maps.ts";
import { followInk } from "./ink/follow-ink.ts";
import { PDF_LIMITS, PdfBudget } from "./pdf-limits.ts";
import type { PdfLine } from "./lines-of-page.ts";
import { textOfPage } from "./text-of-page.ts";
import { removeHeadersFooters } from "./remove-headers-footers.ts";
import { type PdfDocument, type PdfPage, readPages } from "./read-pages.ts";
import { noteOnLetters, noteOnMaps, noteOnImageOnlyPages, XFA_UNREAD } from "./pdf-notes.ts";

const PAGE_SEPARATOR = "\n\n";
const WORD = /\p{L}[\p{L}\p{M}'’-]*\p{L}/gu;
const PRODUCER_TITLE =
  /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|.*\.(?:docx?|pptx?|xlsx?|tex|dvi|indd|qxd|pdf|odt|fm))$/i;

/**
 * Extracts the text layer of a PDF. A blank line separates pages, and each page has its exact span.
 * @throws ExtractionError for damaged, encrypted and scanned files, and for files that exceed `limits`
 */
export async function extractPdf(bytes: Uint8Array, limits = PDF_LIMITS): Promise<ExtractedText> {
  const budget = new PdfBudget(limits);
  const { getDocumentProxy } = await import("unpdf");
  await followInk();
  const missingMaps = new Set<string>();
  const pdf = await open(getDocumentProxy, bytes, missingMaps);
  try {
    budget.requirePages(pdf.numPages);
    const pages = await readPages(pdf, budget);
    const { text, spans } = await runCooperatively(composePages(pages));
    if (!/[\p{L}\p{N}]|\[x\]/u.test(text)) {
      throw new ExtractionError(
        "This PDF has pictures of pages and no text, as scans do. Run text recognition (OCR) and upload the result.",
        { othersMay: true },
      );
    }
    const { title, isXfa } = await infoOf(pdf);
    const isUnread = isXfa && !pages.some(({ hasFields }) => hasFields);
    const note = composeNote([
      noteOnImageOnlyPages(spans),
      noteOnMaps(missingMaps),
      noteOnLetters(pages),
      isUnread ? XFA_UNREAD : "",
      leftOut(
        pages.reduce((sum, { hidden }) => sum + hidden, 0),
        "hidden text",
      ),
    ]);
    return { text, pages: spans, title, strategy: "pdf-text-layer", form: "plain", note };
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

async function open(
  load: typeof getDocumentProxy,
  bytes: Uint8Array,
  missingMaps: Set<string>,
): Promise<PdfDocument> {
  try {
    // Passes a copy, because pdf.js may detach the buffer.
    return await load(bytes.slice(), {
      verbosity: 0,
      stopAtErrors: false,
      BinaryDataFactory: characterMaps(missingMaps),
      cMapUrl: "/",
      cMapPacked: true,
      useWorkerFetch: false,
      // Without a canvas, pdf.js fails on annotations that need an OffscreenCanvas.
      isOffscreenCanvasSupported: false,
    });
  } catch (cause) {
    if (cause instanceof Error && cause.name === "PasswordException") {
      throw new ExtractionError(
        "This PDF is protected by a password and cannot be read without it. Save it without the password, and upload that.",
        { cause },
      );
    }
    throw new ExtractionError(
      "This PDF is damaged and cannot be opened. Print or save it again as PDF, and upload that.",
      { cause },
    );
  }
}

function* composePages(pages: readonly PdfPage[]): CooperativeTask<{ text: string; spans: PageSpan[] }> {
  const printed = removeHeadersFooters(pages.map(({ lines }) => lines));
  const words = yield* wordsOf(printed);
  const parts: string[] = [];
  const spans: PageSpan[] = [];
  let end = 0;
  for (const [at, lines] of printed.entries()) {
    const text = [textOfPage(lines, words), ...(pages[at]?.remarks ?? [])]
      .filter((part) => part !== "")
      .join("\n\n");
    const start = text === "" || end === 0 ? end : end + PAGE_SEPARATOR.length;
    if (start > end) parts.push(PAGE_SEPARATOR);
    parts.push(text);
    end = start + text.length;
    spans.push({ page: at + 1, start, end });
    yield;
  }
  return { text: parts.join(""), spans };
}

/** Collects the words inside lines. They show whether a word that a line break splits has a hyphen. */
function* wordsOf(pages: readonly (readonly PdfLine[])[]): CooperativeTask<Set<string>> {
  const words = new Set<string>();
  for (const lines of pages) {
    yield;
    for (const { text } of lines) for (const [word] of text.matchAll(WORD)) words.add(word.toLowerCase());
  }
  return words;
}

async function infoOf(pdf: PdfDocument): Promise<{ readonly title: string; readonly isXfa: boolean }> {
  const metadata = await pdf.getMetadata().catch(() => null);
  const info = (metadata?.info ?? {}) as { readonly Title?: unknown; readonly IsXFAPresent?: unknown };
  const title = typeof info.Title === "string" ? info.Title.replace(/[\s\0]+/g, " ").trim() : "";
  return { title: PRODUCER_TITLE.test(title) ? "" : title, isXfa: info.IsXFAPresent === true };
}
