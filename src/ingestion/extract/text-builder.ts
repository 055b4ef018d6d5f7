export type Break = "none" | "cell" | "line" | "block";

const BREAK_TEXT: Readonly<Record<Break, string>> = { none: "", cell: "\t", line: "\n", block: "\n\n" };
const BREAK_RANK: Readonly<Record<Break, number>> = { none: 0, cell: 1, line: 2, block: 3 };
const SPACES = /[\s\u00a0]+/g;
const INVISIBLE = /[\0\u00ad\ufeff]/g;

/**
 * Builds running text from pieces and breaks. Any white space, including no-break spaces, becomes one space.
 * Removes soft hyphens and NULs. Of adjacent breaks only the strongest counts, and the text neither begins
 * nor ends with a break. Linear time.
 */
export class TextBuilder {
  readonly #parts: string[] = [];
  #pending: Break = "none";
  #spaceDue = false;
  #mark = "";
  #length = 0;

  get length(): number {
    return this.#length;
  }

  break(kind: Break): void {
    if (kind === "none") return;
    if (BREAK_RANK[kind] > BREAK_RANK[this.#pending]) this.#pending = kind;
    this.#spaceDue = false;
  }

  /**
   * Sets the marker to write before the next text, such as a list bullet. Replaces a marker that was not
   * written yet.
   */
  mark(mark: string): void {
    this.#mark = mark;
  }

  /**
   * Adds text and collapses its white space.
   * @returns the offset at which the text begins; null for blank text
   */
  add(raw: string): number | null {
    const text = raw.replace(INVISIBLE, "").replace(SPACES, " ");
    const startsWithSpace = text.startsWith(" ");
    const body = text.trim();
    if (body === "") {
      this.#spaceDue ||= startsWithSpace && this.#pending === "none";
      return null;
    }
    const isApart = (this.#spaceDue || startsWithSpace) && this.#pending === "none" && this.#parts.length > 0;
    this.#push(isApart ? ` ${body}` : body);
    this.#spaceDue = text.endsWith(" ");
    return this.#length - body.length;
  }

  /** Adds text that keeps its line breaks and spaces, as in `<pre>`. */
  addPreformatted(raw: string): void {
    const text = raw.replace(INVISIBLE, "").replaceAll("\r\n", "\n");
    if (text.trim() === "" && this.#pending !== "none") return;
    this.#push(this.#spaceDue ? ` ${text}` : text);
    this.#spaceDue = false;
  }

  toString(): string {
    return this.#parts.join("").trim();
  }

  #push(text: string): void {
    const lead = this.#parts.length === 0 ? "" : BREAK_TEXT[this.#pending];
    const marked = this.#mark + text;
    this.#mark = "";
    this.#pending = "none";
    this.#parts.push(lead + marked);
    this.#length += lead.length + marked.length;
  }
}
