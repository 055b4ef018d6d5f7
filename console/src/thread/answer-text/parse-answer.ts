/**
 * Reads the few Markdown signs of an answer: paragraphs, headings, lists, tables, code, bold text. Every piece
 * of text keeps its offset, so marks and citations find their places. The time is linear in the text.
 */
import { parseLine, type Piece } from "./parse-line.ts";

export type Block =
  | { readonly kind: "paragraph" | "heading"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: "table"; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: "code"; readonly piece: Piece; readonly end: number };

export type Cell = readonly Piece[];

export interface ListItem {
  readonly depth: number;
  /** The number of an ordered item; null for others. */
  readonly value: number | null;
  readonly pieces: readonly Piece[];
}

interface Line {
  readonly text: string;
  readonly start: number;
}

const FENCE = /^[ \t]{0,12}(?:`{3,}|~{3,})/;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/;
const ITEM = /^([ \t]{0,24})(?:[-*+•]|(\d{1,9})[.)])[ \t]+/;
const DELIMITERS = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const SPACES_OF_A_LEVEL = 2;

export function parseAnswer(text: string): Block[] {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = blockAt(text, lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const here = { text: line, start };
    start += line.length + 1;
    return here;
  });
}

function blockAt(text: string, lines: readonly Line[], at: number): [Block | null, number] {
  const line = lines[at];
  if (line === undefined || line.text.trim() === "") return [null, at + 1];
  if (FENCE.test(line.text)) return codeAt(text, lines, at);
  if (isTableAt(lines, at)) return tableAt(lines, at);
  const [heading] = HEADING.exec(line.text) ?? [];
  if (heading !== undefined) return [{ kind: "heading", pieces: piecesOf(line, heading.length) }, at + 1];
  return ITEM.test(line.text) ? listAt(lines, at) : paragraphAt(lines, at);
}

function codeAt(text: string, lines: readonly Line[], at: number): [Block, number] {
  const fence = (lines[at]?.text ?? "").trim().slice(0, 3);
  const isEnd = (line: string): boolean => {
    const bare = line.trim();
    return bare.startsWith(fence) && bare.replaceAll(fence.slice(0, 1), "") === "";
  };
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end]?.text ?? "")) end += 1;
  const start = lines[at + 1]?.start ?? text.length;
  const stop = end === at + 1 ? start : (lines[end]?.start ?? text.length + 1) - 1;
  const piece: Piece = { kind: "text", text: text.slice(start, Math.max(start, stop)), start };
  return [{ kind: "code", piece, end: Math.max(start, stop) }, end + 1];
}

function isTableAt(lines: readonly Line[], at: number): boolean {
  const [line, next] = [lines[at]?.text ?? "", lines[at + 1]?.text ?? ""];
  return line.includes("|") && next.includes("-") && next.includes("|") && DELIMITERS.test(next);
}

function tableAt(lines: readonly Line[], at: number): [Block, number] {
  let end = at + 2;
  while (end < lines.length && (lines[end]?.text ?? "").includes("|")) end += 1;
  const [head = []] = lines.slice(at, at + 1).map(cellsOf);
  return [{ kind: "table", head, rows: lines.slice(at + 2, end).map(cellsOf) }, end];
}

/** Splits at `|`, but not at `\|`. */
function cellsOf({ text, start }: Line): Cell[] {
  const bounds: number[] = [-1];
  for (let at = text.indexOf("|"); at !== -1; at = text.indexOf("|", at + 1))
    if (text[at - 1] !== "\\") bounds.push(at);
  bounds.push(text.length);
  const cells = bounds.slice(1).map((end, at) => {
    const from = (bounds[at] ?? -1) + 1;
    const cell = text.slice(from, end);
    const skipped = cell.length - cell.trimStart().length;
    return { start: start + from + skipped, text: cell.trim() };
  });
  const isEdge = (cell: Line | undefined): boolean => cell?.text === "";
  const inner = cells.slice(isEdge(cells[0]) ? 1 : 0, isEdge(cells.at(-1)) ? -1 : undefined);
  return inner.map((cell) => parseLine(cell.text, cell.start));
}

function listAt(lines: readonly Line[], at: number): [Block, number] {
  const items: ListItem[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    const [sign, indent = "", number] = ITEM.exec(line?.text ?? "") ?? [];
    if (line === undefined || sign === undefined) break;
    const depth = Math.floor(indent.replaceAll("\t", "    ").length / SPACES_OF_A_LEVEL);
    items.push({
      depth,
      value: number === undefined ? null : Number(number),
      pieces: piecesOf(line, sign.length),
    });
  }
  return [{ kind: "list", isOrdered: items[0]?.value !== null, items }, end];
}

function paragraphAt(lines: readonly Line[], at: number): [Block, number] {
  const pieces: Piece[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || line.text.trim() === "") break;
    if (end > at && (startsBlock(line.text) || isTableAt(lines, end))) break;
    if (end > at) pieces.push({ kind: "break", start: line.start - 1 });
    pieces.push(...piecesOf(line, 0));
  }
  return [{ kind: "paragraph", pieces }, end];
}

function startsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || ITEM.test(line);
}

function piecesOf({ text, start }: Line, from: number): Piece[] {
  return parseLine(text.slice(from), start + from);
}
