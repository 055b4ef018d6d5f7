import { lineEndsIn } from "../../../domain/locator.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLED_CHARS = 65_536;
const SAMPLED_ROWS = 100;
/** A cell that is never closed would swallow the rest: after so many of them, quotes are letters. */
const MAX_STRAY_QUOTES = 8;
const MAX_QUOTED_CHARS = 1_000_000;
/** "sep=;": how Excel is told. */
const DECLARED = /^sep=(.)\r?\n/i;

type Delimiter = (typeof DELIMITERS)[number];

export interface DelimitedRow {
  readonly cells: readonly string[];
  /** Of the file, from 1. */
  readonly line: number;
}

/** The delimiter, and where the rows begin; null where none makes columns. */
export function delimiterOf(text: string): { delimiter: Delimiter; from: number } | null {
  const declared = DECLARED.exec(text);
  const named = DELIMITERS.find((each) => each === declared?.[1]);
  if (declared && named !== undefined) return { delimiter: named, from: declared[0].length };
  const sample = text.slice(0, SAMPLED_CHARS);
  let best: { delimiter: Delimiter; share: number } | null = null;
  for (const delimiter of DELIMITERS) {
    const share = evenness(sample, delimiter);
    if (share > (best?.share ?? 0)) best = { delimiter, share };
  }
  return best === null ? null : { delimiter: best.delimiter, from: 0 };
}

/** How many rows have the commonest number of cells, times how telling that is: one cell says nothing, two may be a decimal comma. */
function evenness(sample: string, delimiter: Delimiter): number {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const {
    cells: { length },
  } of delimitedRows(sample, delimiter, 0)) {
    rows += 1;
    counts.set(length, (counts.get(length) ?? 0) + 1);
    if (rows === SAMPLED_ROWS) break;
  }
  let [cells, times] = [1, 0];
  for (const [each, count] of counts) if (count > times || (count === times && each > cells)) [cells, times] = [each, count];
  return rows === 0 ? 0 : (times / rows) * Math.log2(Math.min(cells, 32));
}

/**
 * The rows of values between delimiters (RFC 4180, and what people make of it): a quote within a cell is a letter, as is one that closes
 * nothing. Rows without a value are left out. Time is linear, and no row is kept.
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

  /** The next row, up to its line end. */
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
    for (let quote = this.#text.indexOf('"', this.#at + 1); quote >= 0 && quote < limit; quote = this.#text.indexOf('"', quote + 1)) {
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
