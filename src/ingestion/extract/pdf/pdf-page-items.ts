import type { PDFPageProxy } from "unpdf/pdfjs";
import type { PdfBudget } from "./pdf-limits.ts";
import type { PdfTextItem } from "./pdf-place.ts";

/** Handing a part on costs as much as so many runs of letters. */
const PIECES_OF_A_PART = 20;
/** So many turns of the microtask queue that take no time say that nobody works in it. */
const IDLE_TURNS = 100;

/** What a page draws, read as it comes: pdf.js draws on only when asked for more, and what follows a spent budget is never drawn. */
export async function itemsOfPage(page: PDFPageProxy, budget: PdfBudget): Promise<PdfTextItem[]> {
  const items: PdfTextItem[] = [];
  let pieces = 0;
  const reader = page.streamTextContent().getReader();
  try {
    for (;;) {
      const part = await watched(reader.read(), budget);
      if (part.done) return items;
      const drawn = part.value.items.filter((item: object): item is PdfTextItem => "str" in item);
      for (const item of drawn) items.push(item);
      if (drawn.some(({ str }: PdfTextItem) => str.trim() !== "")) budget.hasText();
      pieces += part.value.items.length + PIECES_OF_A_PART;
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
 */
async function watched<T>(work: Promise<T>, budget: PdfBudget): Promise<T> {
  const state = { isDone: false };
  const settled = work.finally(() => {
    state.isDone = true;
  });
  settled.catch(() => undefined);
  let lookedAt = Date.now();
  for (let idle = 0; !state.isDone; idle += 1) {
    await Promise.resolve();
    const now = Date.now();
    if (now > lookedAt) idle = 0;
    lookedAt = now;
    budget.requireTime();
    if (idle < IDLE_TURNS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    idle = 0;
  }
  return await settled;
}
