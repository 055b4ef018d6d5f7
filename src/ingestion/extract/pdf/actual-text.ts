import type { PdfBudget } from "./pdf-limits.ts";
import { isBlank, type PdfTextItem, positionOf } from "./pdf-position.ts";

/**
 * Start or end of marked content. pdf.js delivers it among the text items, with the patch of
 * `scripts/patch-pdfjs.mjs`.
 */
export interface PdfMarker {
  readonly type: string;
  /** Text that replaces the drawn one (PDF 32000-1, 14.9.4). */
  readonly actualText?: string | null;
  readonly count?: number;
}

/**
 * Collects the items of a page. If marked content has an ActualText, replaces its drawn text by that text at
 * the same position.
 */
export class ActualText {
  readonly #budget: PdfBudget;
  readonly #items: PdfTextItem[] = [];
  #depth = 0;
  #replaced: { readonly text: string; readonly depth: number; readonly drawn: PdfTextItem[] } | null = null;
  #characters = 0;

  constructor(budget: PdfBudget) {
    this.#budget = budget;
  }

  add(item: PdfMarker | PdfTextItem): void {
    if ("str" in item) this.#addText(item);
    else if (item.type.startsWith("begin")) this.#begin(item);
    else if (item.type === "endMarkedContent") this.#end();
  }

  all(): readonly PdfTextItem[] {
    if (this.#replaced !== null) this.#replace(this.#replaced.text, this.#replaced.drawn);
    this.#replaced = null;
    return this.#items;
  }

  #addText(item: PdfTextItem): void {
    const drawn = this.#replaced?.drawn;
    // A blank item at the start of marked content is the line end of the line before it, so it is not
    // replaced.
    if (drawn === undefined || (drawn.length === 0 && isBlank(item))) this.#items.push(item);
    else drawn.push(item);
  }

  #begin({ actualText }: PdfMarker): void {
    this.#depth += 1;
    if (typeof actualText === "string" && this.#replaced === null)
      this.#replaced = { text: actualText, depth: this.#depth, drawn: [] };
  }

  #end(): void {
    if (this.#replaced?.depth === this.#depth) {
      this.#replace(this.#replaced.text, this.#replaced.drawn);
      this.#replaced = null;
    }
    this.#depth -= 1;
  }

  #replace(text: string, drawn: readonly PdfTextItem[]): void {
    const printed = drawn.filter((item) => !isBlank(item) && item.visibility !== "unseen");
    const first = printed[0];
    // A text for unseen letters is unseen too.
    this.#items.push(...drawn.filter((item) => item.visibility === "unseen"));
    if (first === undefined) return;
    this.#characters += text.length;
    this.#budget.requireCharacters(this.#characters);
    const { x } = positionOf(first);
    const right = printed.reduce((most, item) => Math.max(most, positionOf(item).right), x);
    this.#items.push({ ...first, str: text, width: right - x, hasEOL: drawn.at(-1)?.hasEOL === true });
  }
}
