import { escapeHtml } from "./escape-markdown.ts";
import type { TextBlock } from "./text-block.ts";

type OpenList = "ul" | "ol";

/** Writes blocks as HTML elements without attributes, except the number of a list item. Escapes all text. */
export class HtmlOfBlocks {
  #open: TextBlock["kind"] | null = null;
  #lists: OpenList[] = [];

  /** Returns the markup of the next block. */
  add(block: TextBlock): string {
    if (block.kind === "heading")
      return `${this.end()}<h${block.level}>${escapeHtml(block.text)}</h${block.level}>\n`;
    const starts = block.isFirst || this.#open !== block.kind;
    const before = starts ? this.end() : "";
    this.#open = block.kind;
    if (block.kind === "line") return `${before}${starts ? "<p>" : "<br>\n"}${escapeHtml(block.text)}`;
    return before + (block.kind === "item" ? this.#item(block) : this.#row(block, starts));
  }

  /** Closes the elements that are still open. */
  end(): string {
    const open = this.#open;
    this.#open = null;
    if (open === "line") return "</p>\n";
    if (open === "item") return `${this.#closeLists(0)}\n`;
    if (open === "row") return `</tbody></table>\n`;
    return "";
  }

  #item({ depth, marker, text }: Extract<TextBlock, { kind: "item" }>): string {
    const list: OpenList = /^\d/.test(marker) ? "ol" : "ul";
    const item = `<li${list === "ol" ? ` value="${Number.parseInt(marker, 10)}"` : ""}>${escapeHtml(text)}`;
    const closed = this.#closeLists(depth + 1);
    if (this.#lists.length === depth + 1) {
      if (this.#lists[depth] === list) return `${closed}</li>\n${item}`;
      const other = this.#closeLists(depth);
      this.#lists.push(list);
      return `${closed}${other}<${list}>\n${item}`;
    }
    this.#lists.push(list);
    return `${closed}<${list}>\n${item}`;
  }

  /** Closes the lists that are deeper than this depth. */
  #closeLists(depth: number): string {
    let closed = "";
    while (this.#lists.length > depth) closed += `</li></${this.#lists.pop()}>`;
    return closed;
  }

  #row({ cells, isHeader }: Extract<TextBlock, { kind: "row" }>, starts: boolean): string {
    const name = isHeader ? "th" : "td";
    const row = `<tr>${cells.map((cell) => `<${name}>${escapeHtml(cell)}</${name}>`).join("")}</tr>\n`;
    if (!starts) return row;
    return `<table>${isHeader ? `<thead>\n${row}</thead>` : ""}<tbody>\n${isHeader ? "" : row}`;
  }
}
