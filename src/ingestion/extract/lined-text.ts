import type { LocatedSpan } from "../../domain/locator.ts";

/** What is behind so many has no place. */
const MAX_SPANS = 250_000;

/** A line of a file that ends with a carriage return alone: where there are such, lines are not told (`domain/locator.ts` counts line feeds). */
const OLD_LINE_END = /\r(?!\n)/;

export function hasOldLineEnds(text: string): boolean {
  return OLD_LINE_END.test(text);
}

/** The lines of a text for places that are asked for in order: linear time. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf("\n");
  }

  /** From 1. @param at not before the last one */
  lineAt(at: number): number {
    while (this.#next >= 0 && this.#next < at) {
      this.#line += 1;
      this.#next = this.#text.indexOf("\n", this.#next + 1);
    }
    return this.#line;
  }
}

/**
 * Builds a text of parts that come from lines of a file, and notes which: a part stands where it was put, and parts whose lines follow one
 * another in the text as in the file share a span. White space at its end is left out.
 */
export class LinedText {
  readonly #parts: string[] = [];
  readonly #spans: LocatedSpan[] = [];
  #length = 0;
  #lineEnds = 0;
  #open: { readonly start: number; readonly line: number; readonly lineEnds: number } | null = null;

  get length(): number {
    return this.#length;
  }

  /** @param line of the file from which it comes, from 1; without it, that of what stands before it */
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

  /** @param isTold whether its lines are told */
  end(isTold: boolean): { readonly text: string; readonly spans: readonly LocatedSpan[] } {
    this.#close();
    const text = this.#parts.join("").trimEnd();
    const within = this.#spans.filter(({ start }) => start < text.length);
    return { text, spans: isTold ? within.map((span) => ({ ...span, end: Math.min(span.end, text.length) })) : [] };
  }

  #stand(line: number): void {
    const open = this.#open;
    if (open !== null && open.line + this.#lineEnds - open.lineEnds === line) return;
    this.#close();
    this.#open = this.#spans.length < MAX_SPANS ? { start: this.#length, line, lineEnds: this.#lineEnds } : null;
  }

  #close(): void {
    if (this.#open !== null && this.#open.start < this.#length) {
      const { start, line } = this.#open;
      this.#spans.push({ start, end: this.#length, locator: { kind: "line", line } });
    }
    this.#open = null;
  }
}
