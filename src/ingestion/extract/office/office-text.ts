import { ExtractionError } from "../../../domain/extraction-error.ts";

/** Of the text, in UTF-16 code units. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_HEADING_LEVEL = 6;
const MAX_INDENTS = 8;
const INVISIBLE = /[\0\u00ad\ufeff]/g;
const SPACES = /[^\S\n]+/g;
const LINE_BREAKS = / ?\n[ \n]*/g;

/** What a document is made of, whatever wrote it. */
export type OfficeBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly marker: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

export interface BlockSink {
  add(block: OfficeBlock): void;
}

/** Blocks that wait for their place. */
export class BlockList implements BlockSink {
  readonly blocks: OfficeBlock[] = [];

  add(block: OfficeBlock): void {
    this.blocks.push(block);
  }

  /** All of it in one line, as a table's cell holds it. */
  get line(): string {
    return this.blocks.map(lineOf).filter(Boolean).join(" ");
  }
}

/**
 * Writes blocks as text: headings, lists and tables as in Markdown, a blank line between blocks but within a list. White space is one space,
 * line breaks stay. Time is linear. @throws ExtractionError when it becomes too long
 */
export class OfficeText implements BlockSink {
  readonly #parts: string[] = [];
  #length = 0;
  #last: OfficeBlock["kind"] | null = null;

  /** Where the next block begins, but for the blank line before it. */
  get length(): number {
    return this.#length;
  }

  add(block: OfficeBlock): void {
    const written = spelled(block);
    if (written === "") return;
    const isInList = this.#last === "item" && block.kind === "item";
    if (this.#last !== null) this.#push(isInList ? "\n" : "\n\n");
    this.#push(written);
    this.#last = block.kind;
  }

  toString(): string {
    return this.#parts.join("");
  }

  #push(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_CHARACTERS) throw new ExtractionError(TOO_LONG);
    this.#parts.push(text);
  }
}

const TOO_LONG = `This file holds more than ${MAX_CHARACTERS / 1024 / 1024} million characters; split it and upload the parts.`;

function spelled(block: OfficeBlock): string {
  if (block.kind === "table") return spelledTable(block.rows);
  const text = cleanText(block.text);
  if (text === "") return "";
  if (block.kind === "paragraph") return text;
  const line = text.replaceAll("\n", " ");
  if (block.kind === "heading") return `${"#".repeat(Math.max(1, Math.min(block.level, MAX_HEADING_LEVEL)))} ${line}`;
  return `${"  ".repeat(Math.max(0, Math.min(block.depth, MAX_INDENTS)))}${block.marker} ${line}`;
}

/** A table of one column is a frame around its text. */
function spelledTable(rows: readonly (readonly string[])[]): string {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns < 2) return filled.map(([cell = ""]) => cell.replaceAll("\\|", "|")).join("\n\n");
  return filled.flatMap((row, at) => (at === 0 ? [tableRow(row, columns), tableRule(columns)] : [tableRow(row, columns)])).join("\n");
}

/** @param cells as `cellText` gives them */
export function tableRow(cells: readonly string[], columns: number): string {
  let row = "|";
  for (let at = 0; at < columns; at += 1) row += cells[at] === undefined || cells[at] === "" ? " |" : ` ${cells[at]} |`;
  return row;
}

export function tableRule(columns: number): string {
  return `|${" --- |".repeat(columns)}`;
}

/** Text as a row of a table holds it: on one line, with the signs escaped that end a cell. */
export function cellText(text: string): string {
  return cleanText(text).replaceAll("\n", " ").replaceAll("|", "\\|");
}

function cleanText(raw: string): string {
  return raw.replace(INVISIBLE, "").replaceAll("\r", "\n").replace(SPACES, " ").replace(LINE_BREAKS, "\n").trim();
}

function lineOf(block: OfficeBlock): string {
  if (block.kind === "table") return block.rows.map((row) => row.filter(Boolean).join(" ")).join(" ");
  return block.kind === "item" ? `${block.marker} ${block.text}` : block.text;
}
