import { escapeMarkdownLine, escapeMarkdown } from "./escape-markdown.ts";
import { tableRule } from "../extract/office/office-text.ts";
import type { TextBlock } from "./text-block.ts";

/** Indentation of a nested item: deeper than the parent's marker, but too shallow for a code block. */
const INDENT = "    ";

/** Writes blocks as Markdown. Escapes literal text that looks like Markdown syntax. */
export class MarkdownOfBlocks {
  #last: TextBlock["kind"] | null = null;

  /** Returns the markup of the next block. */
  add(block: TextBlock): string {
    const isFirst = block.kind === "heading" || block.isFirst || block.kind !== this.#last;
    const gap = this.#last === null ? "" : isFirst ? "\n\n" : block.kind === "line" ? "\\\n" : "\n";
    this.#last = block.kind;
    return gap + spelled(block, isFirst);
  }

  end(): string {
    return this.#last === null ? "" : "\n";
  }
}

function spelled(block: TextBlock, isFirst: boolean): string {
  if (block.kind === "heading") return `${"#".repeat(block.level)} ${escapeMarkdown(block.text)}`;
  if (block.kind === "line") return escapeMarkdownLine(block.text);
  if (block.kind === "item") {
    const marker = /^\d/.test(block.marker) ? block.marker : "-";
    return `${INDENT.repeat(block.depth)}${marker} ${escapeMarkdownLine(block.text)}`;
  }
  const { length } = block.cells;
  const row = `|${block.cells.map((cell) => ` ${escapeMarkdown(cell)} |`).join("")}`;
  if (!isFirst) return row;
  // A Markdown table needs a header row.
  return block.isHeader
    ? `${row}\n${tableRule(length)}`
    : `|${"  |".repeat(length)}\n${tableRule(length)}\n${row}`;
}
