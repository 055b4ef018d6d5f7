import type { PDFPageProxy } from "unpdf/pdfjs";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { PdfBudget } from "./pdf-limits.ts";
import { ActualText, type PdfMarker } from "./actual-text.ts";
import { withoutUnseen } from "./ink/without-unseen.ts";
import type { InkSummary } from "./ink/page-ink.ts";
import type { PdfTextItem } from "./pdf-position.ts";

/** Number of text runs that cost as much as the delivery of one chunk. */
const PIECES_PER_PART = 20;
/** After this many empty turns, the microtask queue has no more work. */
const IDLE_TURNS = 100;
const ENDLESS =
  "This PDF has a page whose fields and notes take too long to read. Print it as PDF, and upload that.";

export interface DrawnText {
  readonly items: readonly PdfTextItem[];
  /** Number of characters in fonts that pdf.js cannot load and does not draw. */
  readonly lost: number;
  /** Number of texts that readers do not see. */
  readonly hidden: number;
}

/**
 * Streams the items of a page. pdf.js continues only on demand, so it draws nothing after the budget is
 * exhausted.
 */
export async function itemsOfPage(page: PDFPageProxy, budget: PdfBudget): Promise<DrawnText> {
  const items = new ActualText(budget);
  let [pieces, lost] = [0, 0];
  let summary: InkSummary | null = null;
  const reader = page.streamTextContent({ includeMarkedContent: true }).getReader();
  try {
    for (;;) {
      const part = await watched(reader.read(), budget);
      if (part.done) {
        const { items: seen, hidden, dropped } = withoutUnseen(items.all(), summary);
        // Hidden letters take as long to read as others.
        budget.addCharacters(dropped);
        return { items: seen, lost, hidden };
      }
      let hasText = false;
      for (const item of part.value.items as (PdfMarker | PdfTextItem | InkSummary)[]) {
        if ("pictures" in item) {
          summary = item;
          continue;
        }
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
 * Waits for `work` and checks the clock meanwhile. pdf.js works in 20 ms turns of the microtask queue, which
 * block timers, so this function waits in that queue too. It lets timers and streams run only while the queue
 * is idle. If pdf.js then works without any text, only the process watchdog interrupts it.
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
