import type { PDFPageProxy } from "unpdf/pdfjs";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { PdfBudget } from "./pdf-limits.ts";
import { ActualText, type PdfMarker } from "./pdf-actual-text.ts";
import type { PdfTextItem } from "./pdf-place.ts";

/** Handing a part on costs as much as so many runs of letters. */
const PIECES_PER_PART = 20;
/** So many turns of the microtask queue that take no time say that nobody works in it. */
const IDLE_TURNS = 100;
const ENDLESS = "This PDF has a page whose fields and notes take too long to read. Print it as PDF, and upload that.";

export interface DrawnText {
  readonly items: readonly PdfTextItem[];
  /** Characters of fonts that pdf.js cannot load: it draws nothing for them. */
  readonly lost: number;
}

/** What a page draws, read as it comes: pdf.js draws on only when asked for more, and what follows a spent budget is never drawn. */
export async function itemsOfPage(page: PDFPageProxy, budget: PdfBudget): Promise<DrawnText> {
  const items = new ActualText(budget);
  let [pieces, lost] = [0, 0];
  const reader = page.streamTextContent({ includeMarkedContent: true }).getReader();
  try {
    for (;;) {
      const part = await watched(reader.read(), budget);
      if (part.done) return { items: items.all(), lost };
      let hasText = false;
      for (const item of part.value.items as (PdfMarker | PdfTextItem)[]) {
        if (!("str" in item)) lost += item.type === "unreadable" ? (item.count ?? 0) : 0;
        else hasText ||= item.str.trim() !== "";
        items.add(item);
      }
      if (hasText) budget.hasText();
      pieces += part.value.items.length + PIECES_PER_PART;
      budget.requirePieces(pieces);
    }
  } catch (error) {
    void reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Waits for `work` and looks at the clock meanwhile. pdf.js takes turns of 20 ms in the microtask queue, where no timer gets through, so
 * that this waits there too; only while nobody works there it lets timers and streams in. Where pdf.js begins to work just then and draws no text, it
 * is not interrupted: that is left to those who watch the process.
 * @param most milliseconds that the work itself may take
 */
export async function watched<T>(work: Promise<T>, budget: PdfBudget, most = Infinity): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => undefined);
  const endsAt = Date.now() + most;
  let lookedAt = Date.now();
  for (let idle = 0; !state.isDone; idle += 1) {
    await Promise.resolve();
    const now = Date.now();
    if (now > lookedAt) idle = 0;
    lookedAt = now;
    budget.requireTime();
    if (now > endsAt) throw new ExtractionError(ENDLESS);
    if (idle < IDLE_TURNS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    idle = 0;
  }
  return await settled;
}
