import type { CappedBuffer } from "./capped-buffer.ts";
import type { MarkupReader, OpenElement } from "./read-markup.ts";
import { escapeHtml } from "./escape-markdown.ts";

/** Writes the received elements as HTML. */
export class HtmlOfMarkup implements MarkupReader {
  readonly #out: CappedBuffer;

  constructor(out: CappedBuffer) {
    this.#out = out;
  }

  open({ name, href, numbers }: OpenElement): void {
    const link = href === "" ? "" : ` href="${escapeHtml(href)}" rel="noopener noreferrer nofollow"`;
    const counted = Object.entries(numbers).map(([attribute, value]) => ` ${attribute}="${value}"`);
    this.#out.add(`<${name}${link}${counted.join("")}>`);
  }

  close(name: string): void {
    this.#out.add(`</${name}>`);
  }

  text(text: string): void {
    this.#out.add(escapeHtml(text));
  }
}
