/** A block of a document. Long blocks are streamed line by line. */
export type TextBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | {
      readonly kind: "item";
      readonly depth: number;
      readonly marker: string;
      readonly text: string;
      readonly isFirst: boolean;
    }
  /** A table row. The first row of a table has `isHeader` if it is a header. */
  | {
      readonly kind: "row";
      readonly cells: readonly string[];
      readonly isFirst: boolean;
      readonly isHeader: boolean;
    }
  /** A line of a paragraph. */
  | { readonly kind: "line"; readonly text: string; readonly isFirst: boolean };

const LINE_END = /\r\n|\n|\r/g;
const HEADING = /^(#{1,6}) +(\S.*)$/;
const ITEM = /^( {0,32})([-*+•]|\d{1,9}[.)]) +(\S.*)$/;
const RULE = /^\|(?: --- \|)+$/;
const CELL_END = /(?<!\\)\|/;
const INDENT = 2;

/** Yields the lines of unstructured text as paragraphs. */
export function* plainBlocks(text: string): Generator<TextBlock> {
  let isFirst = true;
  for (const line of linesOf(text)) {
    const trimmed = line.trim();
    if (trimmed !== "") yield { kind: "line", text: trimmed, isFirst };
    isFirst = trimmed === "";
  }
}

/**
 * Parses text in the format that the extractors write: headings with `#`, list items with their marker, table
 * rows between `|`. Joins the parts of a table that repeat its header. Linear time.
 */
export function* spelledBlocks(text: string): Generator<TextBlock> {
  /** Kind of the previous line; null after an empty line. */
  let previous: TextBlock["kind"] | null = null;
  let [header, depth] = ["", 0];
  let first: string | null = null;
  for (const line of linesOf(text)) {
    // The first row is a header if a rule line follows it.
    if (first !== null) {
      const isHeader = RULE.test(line);
      if (!isHeader || first !== header)
        yield { kind: "row", cells: cellsOf(first), isFirst: true, isHeader };
      header = isHeader ? first : "";
      first = null;
      previous = "row";
      if (isHeader) continue;
    }
    const block = blockOf(line, previous, depth);
    if (block === null) {
      previous = null;
    } else if (block.kind === "row" && block.isFirst) {
      first = line;
    } else {
      if (block.kind === "item") depth = block.depth;
      if (block.kind !== "row") header = "";
      previous = block.kind;
      yield block;
    }
  }
  if (first !== null) yield { kind: "row", cells: cellsOf(first), isFirst: true, isHeader: false };
}

/** @returns null for an empty line */
function blockOf(line: string, previous: TextBlock["kind"] | null, depth: number): TextBlock | null {
  const text = line.trim();
  if (text === "") return null;
  if (isRow(line))
    return {
      kind: "row",
      cells: previous === "row" ? cellsOf(line) : [],
      isFirst: previous !== "row",
      isHeader: false,
    };
  const heading = HEADING.exec(line);
  if (heading !== null) return { kind: "heading", level: heading[1]!.length, text: heading[2]! };
  const item = ITEM.exec(line);
  if (item === null) return { kind: "line", text, isFirst: previous !== "line" };
  const isFirst = previous !== "item";
  const deepest = isFirst ? 0 : depth + 1;
  return {
    kind: "item",
    depth: Math.min(item[1]!.length / INDENT, deepest) | 0,
    marker: item[2]!,
    text: item[3]!,
    isFirst,
  };
}

function isRow(line: string): boolean {
  return line.length > 1 && line.startsWith("|") && line.endsWith("|");
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(CELL_END)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function* linesOf(text: string): Generator<string> {
  let at = 0;
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    yield text.slice(at, index);
    at = index + end.length;
  }
  yield text.slice(at);
}
