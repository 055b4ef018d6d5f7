export type Break = "none" | "cell" | "line" | "block";

const BREAK_TEXT: Readonly<Record<Break, string>> = { none: "", cell: "\t", line: "\n", block: "\n\n" };
const BREAK_RANK: Readonly<Record<Break, number>> = { none: 0, cell: 1, line: 2, block: 3 };
const SPACES = /[\s\u00a0]+/g;
const INVISIBLE = /[\0\u00ad\ufeff]/g;

/**
 * Builds running text out of pieces and breaks: white space (no-break spaces too) becomes one space, soft hyphens and NULs go,
 * neighbouring breaks become the strongest of them, and none stands at either end. Time is linear in the pieces.
 */
export class BlockText {
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

  /** What stands right before the next text, as the sign of an item of a list; instead of what was to stand there. */
  mark(mark: string): void {
    this.#mark = mark;
  }

  /** Adds text in which white space means one space. @returns where what it says begins; null when it says nothing */
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

  /** Adds text whose line breaks and spaces count, as in `<pre>`. */
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
