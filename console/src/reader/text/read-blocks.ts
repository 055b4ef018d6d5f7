/** A piece of a stored text: one text node on the page. */
export interface Piece {
  /** Offset in the text, in UTF-16 code units. */
  readonly at: number;
  readonly text: string;
}

/** A block of the text as extractors write it: headings with `#`, list items, table rows between `|`. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly pieces: readonly Piece[] }
  | {
      readonly kind: "item";
      readonly depth: number;
      readonly marker: Piece;
      readonly pieces: readonly Piece[];
    }
  | { readonly kind: "table"; readonly header: Row | null; readonly rows: readonly Row[] }
  | { readonly kind: "quote" | "paragraph"; readonly lines: readonly Piece[] };

export interface Row {
  /** Start of the row's line. */
  readonly at: number;
  /** The pieces of each cell: an escaped `|` begins a new piece. */
  readonly cells: readonly (readonly Piece[])[];
}

interface Line {
  readonly at: number;
  readonly text: string;
}

const LINE_END = /\r\n|\n|\r/g;
const HEADING = /^(#{1,6} +)(\S.*)$/;
const ITEM = /^( {0,32})([-*+•]|\d{1,9}[.)]|(?:\d{1,3}\.)?[a-z][.)]) +(\S.*)$/;
const RULE = /^\|(?: --- \|)+$/;
const QUOTE = /^>+ ?/;
const INDENT = 2;

/** Reads the blocks of a part of the text. Linear time. */
export function readBlocks(text: string, from: number, to: number): Block[] {
  const blocks: Block[] = [];
  const open = new OpenBlock(blocks);
  for (const line of linesOf(text.slice(from, to), from)) open.add(line);
  open.end();
  return blocks;
}

/** Collects the lines of a paragraph, a quote or a table. */
class OpenBlock {
  readonly #blocks: Block[];
  #kind: "paragraph" | "quote" | "table" | null = null;
  #lines: Line[] = [];

  constructor(blocks: Block[]) {
    this.#blocks = blocks;
  }

  add(line: Line): void {
    const alone = blockOfLine(line);
    if (alone !== null || line.text.trim() === "") {
      this.end();
      if (alone !== null) this.#blocks.push(alone);
      return;
    }
    const kind = isRow(line.text) ? "table" : QUOTE.test(line.text) ? "quote" : "paragraph";
    if (kind !== this.#kind) this.end();
    this.#kind = kind;
    this.#lines.push(line);
  }

  end(): void {
    if (this.#kind === "table") this.#blocks.push(tableOf(this.#lines));
    else if (this.#kind !== null) this.#blocks.push({ kind: this.#kind, lines: this.#lines.map(trimmed) });
    this.#kind = null;
    this.#lines = [];
  }
}

function blockOfLine({ at, text }: Line): Block | null {
  const heading = HEADING.exec(text);
  if (heading !== null) {
    const [, sign = "", title = ""] = heading;
    return { kind: "heading", level: sign.trim().length, pieces: [{ at: at + sign.length, text: title }] };
  }
  const item = ITEM.exec(text);
  if (item === null) return null;
  const [, indent = "", marker = "", words = ""] = item;
  return {
    kind: "item",
    depth: Math.floor(indent.length / INDENT),
    marker: { at: at + indent.length, text: marker },
    pieces: [{ at: at + text.length - words.length, text: words }],
  };
}

function tableOf(lines: readonly Line[]): Block {
  const [first, second] = lines;
  const hasHeader = first !== undefined && second !== undefined && RULE.test(second.text);
  const rows = lines.filter(({ text }) => !RULE.test(text)).map(rowOf);
  return hasHeader
    ? { kind: "table", header: rows[0] ?? null, rows: rows.slice(1) }
    : { kind: "table", header: null, rows };
}

function isRow(line: string): boolean {
  return line.length > 1 && line.startsWith("|") && line.endsWith("|");
}

function rowOf({ at, text }: Line): Row {
  const cells: Piece[][] = [];
  let cell: Piece[] = [];
  let from = 1;
  for (let index = text.indexOf("|", 1); index > 0; index = text.indexOf("|", index + 1)) {
    const isEscaped = text[index - 1] === "\\";
    cell.push({ at: at + from, text: text.slice(from, isEscaped ? index - 1 : index) });
    from = isEscaped ? index : index + 1;
    if (isEscaped) continue;
    cells.push(trimmedCell(cell));
    cell = [];
  }
  return { at, cells };
}

/** Without the spaces around a cell, but with those around an escaped sign. */
function trimmedCell(pieces: readonly Piece[]): Piece[] {
  const last = pieces.length - 1;
  return pieces
    .map((piece, index) => {
      const started = index === 0 ? trimmedStart(piece) : piece;
      return index === last ? { at: started.at, text: started.text.trimEnd() } : started;
    })
    .filter((piece) => piece.text !== "");
}

function trimmedStart({ at, text }: Piece): Piece {
  const rest = text.trimStart();
  return { at: at + text.length - rest.length, text: rest };
}

function trimmed(line: Line): Piece {
  const { at, text } = trimmedStart(line);
  return { at, text: text.trimEnd() };
}

function* linesOf(text: string, offset: number): Generator<Line> {
  let at = 0;
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    yield { at: offset + at, text: text.slice(at, index) };
    at = index + end.length;
  }
  yield { at: offset + at, text: text.slice(at) };
}
