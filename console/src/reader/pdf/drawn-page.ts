import { type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist";
import { addLinks, type LinkTarget } from "./add-links.ts";
import { type PageWords, wordsOf } from "./page-words.ts";

/** More pixels than these need more memory than a phone has. */
const MAX_CANVAS_PIXELS = 16_777_216;

export class PageTooSlow extends Error {
  override readonly name = "PageTooSlow";
}

/** A page of a PDF on the screen: picture, text layer and links. */
export class DrawnPage {
  /** Null until the text layer is there. */
  words: PageWords | null = null;
  #task: RenderTask | null = null;
  #layer: TextLayer | null = null;
  #drawnScale = 0;
  #isEnded = false;
  readonly #element: HTMLElement;
  readonly #page: PDFPageProxy;

  constructor(element: HTMLElement, page: PDFPageProxy) {
    this.#element = element;
    this.#page = page;
  }

  /** Draws the picture at a scale, and once the text layer and the links. */
  async draw(scale: number, onLink: (target: LinkTarget, link: HTMLElement) => void): Promise<void> {
    if (this.#layer === null) await this.#addText(scale, onLink);
    if (this.#isEnded || this.#drawnScale === scale) return;
    this.#drawnScale = scale;
    await this.#addPicture(scale);
  }

  end(): void {
    this.#isEnded = true;
    this.#task?.cancel();
    this.#layer?.cancel();
    this.words = null;
    this.#element.replaceChildren();
    this.#page.cleanup();
  }

  async #addText(scale: number, onLink: (target: LinkTarget, link: HTMLElement) => void): Promise<void> {
    const container = document.createElement("div");
    container.className = "pdf-text";
    this.#layer = new TextLayer({
      textContentSource: this.#page.streamTextContent({ includeMarkedContent: false }),
      container,
      viewport: this.#page.getViewport({ scale }),
    });
    this.#element.append(container);
    await this.#layer.render();
    if (this.#isEnded) return;
    this.words = wordsOf(container);
    await addLinks(this.#element, this.#page, onLink);
  }

  async #addPicture(scale: number): Promise<void> {
    this.#task?.cancel();
    const viewport = this.#page.getViewport({ scale });
    const pixels = viewport.width * viewport.height * devicePixelRatio ** 2;
    const ratio = devicePixelRatio * Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / pixels));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
    canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
    canvas.ariaHidden = "true";
    this.#task = this.#page.render({
      canvas,
      viewport,
      transform: [ratio, 0, 0, ratio, 0, 0],
      annotationMode: 1,
    });
    try {
      await this.#task.promise;
    } catch (error) {
      if (error instanceof Error && error.name === "RenderingCancelledException") return;
      throw error;
    }
    // The old picture stays until the new one is complete.
    this.#element.querySelector("canvas")?.remove();
    this.#element.prepend(canvas);
  }
}
