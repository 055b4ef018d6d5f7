import { ExtractionError } from "../../../domain/extraction-error.ts";
import { type LocatedSpan, type Locator, MAX_LOCATOR_NAME_CHARS, regionOf } from "../../../domain/locator.ts";

/** Length of the text, in UTF-16 code units. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_SPANS = 50_000;
const MAX_FILLED = 64;
const MAX_HEADING_LEVEL = 6;
const MAX_INDENTS = 8;
const INVISIBLE = /[\0\u00ad\ufeff]/g;
const SPACES = /[^\S\n]+/g;
const TOO_LONG = `This file holds more than ${MAX_CHARACTERS / 1024 / 1024} million characters. Split it and upload the parts.`;
const LINE_BREAKS = / ?\n[ \n]*/g;

/** A block of a document in any office format. */
export type OfficeBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly marker: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  /** A row of a sheet that is written unchanged. */
  | {
      readonly kind: "row";
      readonly text: string;
      /** Whether a blank line precedes it. */ readonly isApart?: boolean;
    }
  /** Text that is written unchanged. */
  | { readonly kind: "spelled"; readonly text: string };

export interface BlockSink {
  add(block: OfficeBlock): void;
}

/**
 * Counts characters while a document is read, because each nesting level may copy them before they are
 * written.
 */
export class CharacterBudget {
  #left = MAX_CHARACTERS;

  /** @throws ExtractionError if the total is too long */
  take(text: string): void {
    this.#left -= text.length;
    if (this.#left < 0) throw new ExtractionError(TOO_LONG);
  }
}

/** Buffers blocks until their position in the text is known. */
export class BlockList implements BlockSink {
  readonly blocks: OfficeBlock[] = [];

  add(block: OfficeBlock): void {
    this.blocks.push(block);
  }

  /** All blocks on one line, for use in a table cell. */
  get line(): string {
    return this.blocks.map(lineOf).filter(Boolean).join(" ");
  }
}

/**
 * Writes blocks as text. Headings, lists and tables become Markdown, and a blank line separates blocks except
 * within a list. White space collapses, but line breaks stay. Records the span of each locator. Linear time.
 * @throws ExtractionError if the text is too long
 */
export class OfficeText implements BlockSink {
  readonly #parts: string[] = [];
  #length = 0;
  #last: OfficeBlock["kind"] | null = null;
  readonly #spans: LocatedSpan[] = [];
  #open: { start: number; locator: Locator } | null = null;
  #next: Locator | null = null;

  /** Sets the locator of the blocks that follow. */
  setLocator(locator: Locator): void {
    this.#next = locator;
  }

  add(block: OfficeBlock): void {
    const written = spelled(block);
    if (written === "") return;
    const goesOn =
      this.#last === block.kind &&
      (block.kind === "item" || (block.kind === "row" && block.isApart !== true));
    const isElsewhere =
      this.#next !== null && this.#open !== null && regionOf(this.#next) !== regionOf(this.#open.locator);
    if (this.#last !== null) this.#push(goesOn && !isElsewhere ? "\n" : "\n\n");
    if (this.#next !== null) this.#turnTo(this.#next);
    this.#push(written);
    this.#last = block.kind;
  }

  toString(): string {
    return this.#parts.join("");
  }

  /** The spans of all locators; [] if no locator was set. */
  get spans(): LocatedSpan[] {
    return this.#open === null ? [] : [...this.#spans, { ...this.#open, end: this.#length }];
  }

  #turnTo(locator: Locator): void {
    this.#next = null;
    const isFull = this.#spans.length >= MAX_SPANS;
    const isSame = this.#open !== null && regionOf(this.#open.locator) === regionOf(locator);
    if (isFull && isSame) {
      // After the span limit, the locator names only the sheet, because a range of rows would be wrong.
      if (this.#open?.locator.kind !== "sheet" || this.#open.locator.row === undefined) return;
      this.#close({ kind: "sheet", sheet: this.#open.locator.sheet });
    } else {
      this.#close(locator);
    }
  }

  #close(next: Locator): void {
    if (this.#open !== null) this.#spans.push({ ...this.#open, end: this.#length });
    this.#open = { start: this.#length, locator: next };
  }

  #push(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_CHARACTERS) throw new ExtractionError(TOO_LONG);
    this.#parts.push(text);
  }
}

function spelled(block: OfficeBlock): string {
  if (block.kind === "table") return spelledTable(block.rows);
  if (block.kind === "row" || block.kind === "spelled") return block.text;
  const text = cleanText(block.text);
  if (text === "") return "";
  if (block.kind === "paragraph") return text;
  const line = text.replaceAll("\n", " ");
  if (block.kind === "heading")
    return `${"#".repeat(Math.max(1, Math.min(block.level, MAX_HEADING_LEVEL)))} ${line}`;
  return `${"  ".repeat(Math.max(0, Math.min(block.depth, MAX_INDENTS)))}${block.marker} ${line}`;
}

/**
 * Writes a table as Markdown. A table with one column is a frame around its text, so its cells become
 * paragraphs.
 */
function spelledTable(rows: readonly (readonly string[])[]): string {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.length), 0);
  const length = filled.reduce(
    (sum, row) => sum + row.reduce((all, cell) => all + cell.length + 3, 2 * Math.min(columns, MAX_FILLED)),
    0,
  );
  if (length > MAX_CHARACTERS) throw new ExtractionError(TOO_LONG);
  if (columns < 2) return filled.map(([cell = ""]) => cell.replaceAll("\\|", "|")).join("\n\n");
  return filled
    .flatMap((row, at) =>
      at === 0 ? [tableRow(row, columns), tableRule(columns)] : [tableRow(row, columns)],
    )
    .join("\n");
}

/**
 * Writes a table row. A row with more cells than the table has columns ends with its last cell.
 * @param cells escaped by `cellText`
 */
export function tableRow(cells: readonly string[], columns: number): string {
  let row = "|";
  const length = columns > MAX_FILLED ? cells.length : columns;
  for (let at = 0; at < length; at += 1)
    row += cells[at] === undefined || cells[at] === "" ? " |" : ` ${cells[at]} |`;
  return row;
}

export function tableRule(columns: number): string {
  return `|${" --- |".repeat(columns)}`;
}

/** Puts text on one line and escapes characters that would end a table cell. */
export function cellText(text: string): string {
  return cleanText(text).replaceAll("\n", " ").replaceAll("|", "\\|");
}

function cleanText(raw: string): string {
  return raw
    .replace(INVISIBLE, "")
    .replaceAll("\r", "\n")
    .replace(SPACES, " ")
    .replace(LINE_BREAKS, "\n")
    .trim();
}

function lineOf(block: OfficeBlock): string {
  if (block.kind === "table") return block.rows.map((row) => row.filter(Boolean).join(" ")).join(" ");
  return block.kind === "item" ? `${block.marker} ${block.text}` : block.text;
}

/** Shortens the name of a sheet, chapter or part for a locator. */
export function locatorName(text: string): string {
  const name = cleanText(text).replaceAll("\n", " ");
  return name.length <= MAX_LOCATOR_NAME_CHARS
    ? name
    : name.slice(0, MAX_LOCATOR_NAME_CHARS).replace(/[\ud800-\udbff]$/, "");
}
