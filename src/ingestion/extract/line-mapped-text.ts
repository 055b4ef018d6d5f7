import type { LocatedSpan } from "../../domain/locator.ts";

/** Maximum number of spans. Text after the last span gets no locator. */
const MAX_SPANS = 250_000;

/**
 * A carriage return without a line feed as line end. Such files get no line locators, because
 * `domain/locator.ts` counts line feeds.
 */
const OLD_LINE_END = /\r(?!\n)/;

export function hasCarriageReturnLineEnds(text: string): boolean {
  return OLD_LINE_END.test(text);
}

/** Line numbers for ascending offsets, in linear time. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf("\n");
  }

  /**
   * Returns the line, from 1.
   * @param at must not be less than in the previous call
   */
  lineAt(at: number): number {
    while (this.#next >= 0 && this.#next < at) {
      this.#line += 1;
      this.#next = this.#text.indexOf("\n", this.#next + 1);
    }
    return this.#line;
  }
}

/**
 * Builds a text from parts with known lines in the file, and records their spans. If the lines of two
 * adjacent parts follow each other in the file, the parts share a span. Trims white space at the end.
 */
export class LineMappedText {
  readonly #parts: string[] = [];
  readonly #spans: LocatedSpan[] = [];
  #length = 0;
  #lineEnds = 0;
  #open: { readonly start: number; readonly line: number; readonly lineEnds: number } | null = null;

  get length(): number {
    return this.#length;
  }

  /** @param line in the file, from 1; by default the line of the previous part */
  add(text: string, line?: number): void {
    for (let at = 0; at < text.length;) {
      const feed = text.indexOf("\n", at);
      const end = feed < 0 ? text.length : feed + 1;
      if (line !== undefined) this.#stand(line);
      this.#parts.push(text.slice(at, end));
      this.#length += end - at;
      if (feed >= 0) this.#lineEnds += 1;
      at = end;
    }
  }

  /** @param hasLines whether the lines are known */
  end(hasLines: boolean): { readonly text: string; readonly spans: readonly LocatedSpan[] } {
    this.#close();
    const text = this.#parts.join("").trimEnd();
    const within = this.#spans.filter(({ start }) => start < text.length);
    return {
      text,
      spans: hasLines ? within.map((span) => ({ ...span, end: Math.min(span.end, text.length) })) : [],
    };
  }

  #stand(line: number): void {
    const open = this.#open;
    if (open !== null && open.line + this.#lineEnds - open.lineEnds === line) return;
    this.#close();
    this.#open =
      this.#spans.length < MAX_SPANS ? { start: this.#length, line, lineEnds: this.#lineEnds } : null;
  }

  #close(): void {
    if (this.#open !== null && this.#open.start < this.#length) {
      const { start, line } = this.#open;
      this.#spans.push({ start, end: this.#length, locator: { kind: "line", line } });
    }
    this.#open = null;
  }
}
