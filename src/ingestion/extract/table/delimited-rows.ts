import { lineEndsIn } from "../../../domain/locator.ts";

export const DELIMITERS = [",", ";", "\t", "|"] as const;
/**
 * Maximum number of stray quotes. Further quotes are literal, because a cell without a closing quote would
 * contain the rest of the file.
 */
const MAX_STRAY_QUOTES = 8;
const MAX_QUOTED_CHARS = 1_000_000;
export type Delimiter = (typeof DELIMITERS)[number];

export interface DelimitedRow {
  readonly cells: readonly string[];
  /** Line in the file, from 1. */
  readonly line: number;
}

/**
 * Parses delimited rows (RFC 4180, tolerant). A quote inside a cell is literal, and so is one without an
 * opening quote. Skips empty rows. Linear time, constant memory.
 */
export function* delimitedRows(text: string, delimiter: Delimiter, from: number): Generator<DelimitedRow> {
  const reader = new CellReader(text, delimiter, from);
  let line = 1 + lineEndsIn(text, 0, from);
  while (!reader.isAtEnd) {
    const start = reader.at;
    const cells = reader.row();
    if (cells.some((cell) => cell.trim() !== "")) yield { cells, line };
    line += lineEndsIn(text, start, reader.at);
  }
}

class CellReader {
  readonly #text: string;
  readonly #delimiter: Delimiter;
  #at: number;
  #strayQuotes = 0;

  constructor(text: string, delimiter: Delimiter, from: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#at = from;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads the next row and its line end. */
  row(): string[] {
    const cells: string[] = [];
    for (;;) {
      cells.push(this.#quoted() ?? this.#plain());
      const end = this.#text[this.#at];
      this.#at += end === "\r" && this.#text[this.#at + 1] === "\n" ? 2 : 1;
      if (end !== this.#delimiter) return cells;
    }
  }

  #plain(): string {
    const start = this.#at;
    while (!this.#isEndOfCell(this.#at)) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #isEndOfCell(at: number): boolean {
    const char = this.#text[at];
    return char === undefined || char === this.#delimiter || char === "\n" || char === "\r";
  }

  #quoted(): string | null {
    if (this.#text[this.#at] !== '"' || this.#strayQuotes >= MAX_STRAY_QUOTES) return null;
    const limit = this.#at + MAX_QUOTED_CHARS;
    for (
      let quote = this.#text.indexOf('"', this.#at + 1);
      quote >= 0 && quote < limit;
      quote = this.#text.indexOf('"', quote + 1)
    ) {
      if (this.#text[quote + 1] === '"') quote += 1;
      else if (this.#isEndOfCell(quote + 1)) {
        const cell = this.#text.slice(this.#at + 1, quote).replaceAll('""', '"');
        this.#at = quote + 1;
        return cell;
      }
    }
    this.#strayQuotes += 1;
    return null;
  }
}
