import type { getDocumentProxy } from "unpdf";
import type { PDFPageProxy } from "unpdf/pdfjs";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { PdfAnnotation } from "./annotation-text.ts";
import { addedText } from "./added-text.ts";
import type { PdfBudget } from "./pdf-limits.ts";
import { linesOfPage, type PdfLine } from "./lines-of-page.ts";
import { itemsOfPage, watched } from "./items-of-page.ts";
import type { PdfTextItem } from "./pdf-position.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface PdfPage {
  readonly lines: readonly PdfLine[];
  /** Notes about the page, to write after its lines. */
  readonly remarks: readonly string[];
  readonly hasFields: boolean;
  /** Number of drawn characters without white space. */
  readonly drawn: number;
  /** Number of drawn characters without a Unicode mapping. */
  readonly unknown: number;
  /** Number of texts that readers do not see. */
  readonly hidden: number;
}

/** Pages between two cleanups. pdf.js keeps fonts and parsed objects until `cleanup`. */
const PAGES_PER_CLEANUP = 100;
const NOTHING: PdfPage = { lines: [], remarks: [], hasFields: false, drawn: 0, unknown: 0, hidden: 0 };
const WHITE = /\s+/g;
/** Characters without a Unicode mapping in their font: private use, unassigned and control characters. */
const UNKNOWN = /[\p{Co}\p{Cn}\ufffd\u0000-\u0008\u000e-\u001f\u007f-\u009f]/gu;

/**
 * Reads the pages one at a time to limit memory. A damaged page has no lines, but if all pages are damaged,
 * the function throws. pdf.js prefetches nodes of the page tree, and failed fetches leave unhandled
 * rejections, which workerd ignores.
 */
export async function readPages(pdf: PdfDocument, budget: PdfBudget): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  let damaged: { cause: unknown; count: number } = { cause: undefined, count: 0 };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    budget.requireTime();
    try {
      const page = await pdf.getPage(number);
      pages.push(await readPage(page, budget));
      page.cleanup();
      if (number % PAGES_PER_CLEANUP === 0) await pdf.cleanup();
    } catch (cause) {
      if (cause instanceof ExtractionError) throw cause;
      damaged = { cause, count: damaged.count + 1 };
      pages.push(NOTHING);
    }
    budget.addCharacters(charactersOf(pages.at(-1) ?? NOTHING));
  }
  if (damaged.count === pdf.numPages) {
    throw new ExtractionError(
      "This PDF is damaged: none of its pages can be read. Print or save it again as PDF, and upload that.",
      {
        cause: damaged.cause,
      },
    );
  }
  return pages;
}

async function readPage(page: PDFPageProxy, budget: PdfBudget): Promise<PdfPage> {
  const { items: drawn, lost, hidden } = await itemsOfPage(page, budget);
  const annotations = await annotationsOf(page, budget, drawn.length);
  const { items, remarks } = addedText(annotations, drawn);
  if (items.length + remarks.length > 0) budget.hasText();
  const lines = linesOfPage([...drawn, ...items]);
  const hasFields = annotations.some(({ subtype }) => subtype === "Widget");
  const { known, unknown } = countsOf(drawn);
  return { lines, remarks, hasFields, drawn: known + unknown + lost, unknown: unknown + lost, hidden };
}

/** Returns the annotations of a page. Returns none if they cannot be read, so that the page is still read. */
async function annotationsOf(
  page: PDFPageProxy,
  budget: PdfBudget,
  pieces: number,
): Promise<PdfAnnotation[]> {
  const reading = page.getAnnotations({ intent: "display" }).catch(() => []);
  const annotations = (await watched(reading, budget, budget.millisecondsOfAnnotations)) as PdfAnnotation[];
  budget.requirePieces(pieces + annotations.length);
  return annotations;
}

function countsOf(items: readonly PdfTextItem[]): { readonly known: number; readonly unknown: number } {
  let [known, unknown] = [0, 0];
  for (const { str } of items) {
    const codes = str.match(UNKNOWN)?.length ?? 0;
    known += str.replace(WHITE, "").length - codes;
    unknown += codes;
  }
  return { known, unknown };
}

function charactersOf({ lines, remarks }: PdfPage): number {
  return [...lines.map(({ text }) => text), ...remarks].reduce((sum, text) => sum + text.length, 0);
}
