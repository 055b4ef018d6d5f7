import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { DrawnPage, PageTooSlow } from "./drawn-page.ts";
import type { LinkTarget } from "./add-links.ts";
import type { PageWords } from "./page-words.ts";

/** A longer document keeps fewer pages drawn. */
const LONG_PAGES = 200;
const DRAWN_OF_LONG = 3;
const DRAWN_PAGES = 8;
/** A page that takes longer ends its worker. */
const PAGE_LIMIT_MS = 30_000;
const POINTS_PER_INCH = 72;
const PIXELS_PER_INCH = 96;
export const ORIGINAL_SCALE = PIXELS_PER_INCH / POINTS_PER_INCH;
/** Space at each side of a page. */
const MARGIN_PX = 20;

export interface PdfPagesEvents {
  readonly onPage: (page: number) => void;
  readonly onScale: (scale: number) => void;
  readonly onWords: (page: number, words: PageWords) => void;
  readonly onLink: (target: LinkTarget, link: HTMLElement) => void;
  readonly onError: (error: unknown) => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pages of a PDF one below another. Only pages near the screen are drawn. */
export class PdfPages {
  readonly #host: HTMLElement;
  readonly #pdf: PDFDocumentProxy;
  readonly #events: PdfPagesEvents;
  readonly #elements: HTMLElement[] = [];
  readonly #drawn = new Map<number, DrawnPage>();
  readonly #resized: ResizeObserver;
  #first: Size = { width: 612, height: 792 };
  #zoom: number | "fit" = "fit";
  #scale = 1;
  #frame = 0;
  #isEnded = false;

  constructor(host: HTMLElement, pdf: PDFDocumentProxy, events: PdfPagesEvents) {
    this.#host = host;
    this.#pdf = pdf;
    this.#events = events;
    this.#resized = new ResizeObserver(() => this.#rescale());
  }

  /** Lays the pages out. Resolves when the first page's size is known. @throws errors of pdf.js */
  async start(labelOf: (page: number) => string): Promise<void> {
    const { width, height } = (await this.#pdf.getPage(1)).getViewport({ scale: 1 });
    if (this.#isEnded) return;
    this.#first = { width, height };
    for (let page = 1; page <= this.#pdf.numPages; page += 1) {
      const element = document.createElement("div");
      element.className = "pdf-page";
      element.dataset["page"] = String(page);
      element.role = "region";
      element.ariaLabel = labelOf(page);
      resize(element, this.#first);
      this.#elements.push(element);
    }
    this.#host.append(...this.#elements);
    this.#host.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#resized.observe(this.#host);
    this.#rescale();
  }

  end(): void {
    this.#isEnded = true;
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#host.removeEventListener("scroll", this.#onScroll);
    for (const page of this.#drawn.values()) page.end();
    this.#drawn.clear();
    for (const element of this.#elements) element.remove();
  }

  setZoom(zoom: number | "fit"): void {
    if (zoom === this.#zoom) return;
    this.#zoom = zoom;
    this.#rescale();
  }

  element(page: number): HTMLElement | null {
    return this.#elements[page - 1] ?? null;
  }

  words(page: number): PageWords | null {
    return this.#drawn.get(page)?.words ?? null;
  }

  showPage(page: number): void {
    const element = this.element(page);
    if (element === null) return;
    this.#host.scrollTop = element.offsetTop - MARGIN_PX / 2;
    this.#drawNear();
  }

  /** The page in the middle of the screen. */
  get page(): number {
    const middle = this.#host.scrollTop + this.#host.clientHeight / 2;
    let [low, high] = [0, this.#elements.length - 1];
    while (low < high) {
      const at = Math.ceil((low + high) / 2);
      if (this.#topOf(at) <= middle) low = at;
      else high = at - 1;
    }
    return low + 1;
  }

  #topOf(index: number): number {
    return this.#elements[index]?.offsetTop ?? 0;
  }

  readonly #onScroll = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#drawNear());
  };

  #rescale(): void {
    if (this.#isEnded || this.#elements.length === 0) return;
    const { scrollTop, scrollHeight, clientWidth } = this.#host;
    const fit = Math.max(0.1, (clientWidth - 2 * MARGIN_PX) / this.#first.width);
    const scale = this.#zoom === "fit" ? fit : this.#zoom * ORIGINAL_SCALE;
    const middle = (scrollTop + this.#host.clientHeight / 3) / Math.max(1, scrollHeight);
    this.#scale = scale;
    this.#host.style.setProperty("--total-scale-factor", String(scale));
    this.#host.scrollTop = middle * this.#host.scrollHeight - this.#host.clientHeight / 3;
    this.#events.onScale(scale);
    this.#drawNear();
  }

  #drawNear(): void {
    if (this.#isEnded) return;
    const here = this.page;
    this.#events.onPage(here);
    const near = [here, here + 1, here - 1].filter((page) => page >= 1 && page <= this.#elements.length);
    this.#endFar(near, here);
    for (const page of near) this.#draw(page).catch(this.#events.onError);
  }

  /** Ends the farthest pages. */
  #endFar(near: readonly number[], here: number): void {
    const limit = this.#elements.length > LONG_PAGES ? DRAWN_OF_LONG : DRAWN_PAGES;
    const far = [...this.#drawn.keys()]
      .filter((page) => !near.includes(page))
      .toSorted((one, other) => Math.abs(one - here) - Math.abs(other - here));
    for (const page of far.slice(Math.max(0, limit - near.length))) {
      this.#drawn.get(page)?.end();
      this.#drawn.delete(page);
    }
  }

  async #draw(number: number): Promise<void> {
    const page = await limited(this.#pdf.getPage(number));
    const element = this.element(number);
    if (this.#isEnded || element === null) return;
    this.#resizeTo(element, page);
    let drawn = this.#drawn.get(number);
    if (drawn === undefined) {
      if (Math.abs(number - this.page) > 1) return;
      drawn = new DrawnPage(element, page);
      this.#drawn.set(number, drawn);
    }
    const hadWords = drawn.words !== null;
    await limited(drawn.draw(this.#scale, this.#events.onLink));
    if (!hadWords && drawn.words !== null) this.#events.onWords(number, drawn.words);
  }

  /** Keeps the place on the screen when a page above it has another size than the first page. */
  #resizeTo(element: HTMLElement, page: PDFPageProxy): void {
    const { width, height } = page.getViewport({ scale: 1 });
    const before = element.offsetHeight;
    const isAbove = element.offsetTop + before < this.#host.scrollTop;
    resize(element, { width, height });
    if (isAbove) this.#host.scrollTop += element.offsetHeight - before;
  }
}

function resize(element: HTMLElement, { width, height }: Size): void {
  element.style.setProperty("--page-width", `${String(width)}px`);
  element.style.setProperty("--page-height", `${String(height)}px`);
}

async function limited<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageTooSlow()), PAGE_LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
