import type { BoundedParts } from "./bounded-parts.ts";
import type { MarkupReader, OpenElement } from "./read-markup.ts";
import { htmlText } from "./spelling.ts";

/** Writes the received elements as HTML. */
export class HtmlOfMarkup implements MarkupReader {
  readonly #out: BoundedParts;

  constructor(out: BoundedParts) {
    this.#out = out;
  }

  open({ name, href, numbers }: OpenElement): void {
    const link = href === "" ? "" : ` href="${htmlText(href)}" rel="noopener noreferrer nofollow"`;
    const counted = Object.entries(numbers).map(([attribute, value]) => ` ${attribute}="${value}"`);
    this.#out.add(`<${name}${link}${counted.join("")}>`);
  }

  close(name: string): void {
    this.#out.add(`</${name}>`);
  }

  text(text: string): void {
    this.#out.add(htmlText(text));
  }
}
