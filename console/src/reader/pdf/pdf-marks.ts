import type { PDFDocumentProxy } from "pdfjs-dist";
import type { WantedWords } from "../find-words/find-words.ts";
import { splitWords } from "../find-words/split-words.ts";
import { CAN_HIGHLIGHT, flash, highlight, showAtThird, unhighlight } from "../highlights.ts";
import type { Hit, Mark, ReaderView } from "../reader-view.ts";
import { type Place, placeAt } from "../use-places.ts";
import { rangesOf, rangesOfWords } from "./page-words.ts";
import type { PdfPages } from "./pdf-pages.ts";

/** Code units of the stored text on each side that decide between several places on a page. */
const CONTEXT_CHARS = 240;

interface Wanted {
  readonly words: WantedWords;
  readonly page: number;
  /** Whether the screen still has to go there. */
  isNew: boolean;
}

/** Marks the cited words and the hit of a search on the pages of a PDF. */
export class PdfMarks {
  readonly #host: HTMLElement;
  readonly #pdf: PDFDocumentProxy;
  readonly #pages: PdfPages;
  readonly #view: ReaderView;
  #text: string | null = null;
  #places: readonly Place[] | null = null;
  #cited: Wanted | null = null;
  #hit: Wanted | null = null;
  #citedKey = "";

  constructor(host: HTMLElement, pdf: PDFDocumentProxy, pages: PdfPages, view: ReaderView) {
    this.#host = host;
    this.#pdf = pdf;
    this.#pages = pages;
    this.#view = view;
  }

  end(): void {
    unhighlight(this);
  }

  /** @param text the stored text; null until it is there, as its places */
  set(mark: Mark | null, text: string | null, places: readonly Place[] | null): void {
    this.#text = text;
    this.#places = places;
    const key = mark === null ? "" : `${String(mark.start)}-${String(mark.end)} ${mark.quote}`;
    const isSame = key === this.#citedKey;
    this.#citedKey = key;
    if (!isSame) this.#view.markState.value = "pending";
    if (mark === null) {
      this.#cited = null;
      return highlight(this, "cited", []);
    }
    const isKnown = isSame && this.#cited !== null;
    const wanted = this.#wantedAt(mark, mark.quote, mark.locator);
    if (wanted === null) {
      // Without its text, the page of the words may still become known.
      if (text !== null && this.#places !== null) this.#view.markState.value = "missing";
      return;
    }
    this.#cited = { ...wanted, isNew: !isKnown };
    if (!isKnown) this.#pages.showPage(wanted.page);
    this.#markCited();
  }

  showHit(hit: Hit | null): void {
    const text = this.#text;
    this.#hit =
      hit === null || text === null
        ? null
        : this.#wantedAt(
            hit,
            text.slice(hit.start, hit.end),
            placeAt(this.#places ?? [], hit.start)?.locator ?? null,
          );
    if (this.#hit === null) return highlight(this, "here", []);
    this.#pages.showPage(this.#hit.page);
    this.#markHit();
  }

  /** A page has its text layer, perhaps again. */
  onWords(page: number): void {
    if (page === this.#cited?.page || page - 1 === this.#cited?.page) this.#markCited();
    if (page === this.#hit?.page) this.#markHit();
  }

  #wantedAt({ start, end }: Hit, quote: string, locator: Mark["locator"]): Wanted | null {
    if (locator?.kind !== "page" || locator.page > this.#pdf.numPages) return null;
    const text = this.#text ?? "";
    const words = {
      quote,
      before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
      after: text.slice(end, end + CONTEXT_CHARS),
    };
    return { words, page: locator.page, isNew: true };
  }

  #markCited(): void {
    const wanted = this.#cited;
    const words = wanted === null ? null : this.#pages.words(wanted.page);
    if (wanted === null || words === null) return;
    const next = this.#pages.words(wanted.page + 1);
    let ranges = rangesOfWords(words, wanted.words);
    if (ranges.length === 0 && next !== null) {
      const halves = splitWords(words.folded, next.folded, wanted.words.quote);
      if (halves !== null)
        ranges = [
          ...rangesOf(words, halves[0].start, halves[0].end),
          ...rangesOf(next, halves[1].start, halves[1].end),
        ];
    }
    highlight(this, "cited", ranges);
    if (ranges.length === 0 && next === null && wanted.page < this.#pdf.numPages) return;
    this.#view.markState.value = ranges.length > 0 && CAN_HIGHLIGHT ? "marked" : "missing";
    if (!wanted.isNew || ranges.length === 0) return;
    wanted.isNew = false;
    showAtThird(this.#host, ranges);
    flash(this.#host, ranges);
  }

  #markHit(): void {
    const wanted = this.#hit;
    const words = wanted === null ? null : this.#pages.words(wanted.page);
    if (wanted === null || words === null) return;
    const ranges = rangesOfWords(words, wanted.words);
    highlight(this, "here", ranges);
    if (!wanted.isNew) return;
    wanted.isNew = false;
    showAtThird(this.#host, ranges);
  }
}
