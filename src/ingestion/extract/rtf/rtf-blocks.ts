import { isHeaderRow } from "../table/header-row.ts";
import { markdownTable } from "../table/markdown-table.ts";

const SPACES = /[^\S\n]+/g;
const ROWS_LOOKED_AT = 20;

/** Collects paragraphs, rows and notes, and writes them: headings with `#`, tables as Markdown, notes below their paragraph. */
export class RtfBlocks {
  readonly #blocks: string[] = [];
  #rows: string[][] = [];
  #cells: string[] = [];
  #paragraph: string[] = [];
  #notes: string[] = [];

  add(text: string): void {
    this.#paragraph.push(text);
  }

  endParagraph(outlineLevel: number | null, isInTable: boolean): void {
    if (isInTable) {
      this.#paragraph.push(" ");
      return;
    }
    this.#endTable();
    const text = this.#take();
    if (text !== "") this.#blocks.push(outlineLevel === null ? text : `${"#".repeat(outlineLevel + 1)} ${text.replace(/\s+/g, " ")}`);
    this.#blocks.push(...this.#notes.splice(0));
  }

  endCell(): void {
    this.#cells.push(this.#take());
  }

  endRow(): void {
    const rest = this.#take();
    if (rest !== "") this.#cells.push(rest);
    if (this.#cells.some((cell) => cell !== "")) this.#rows.push(this.#cells);
    this.#cells = [];
  }

  addNote(text: string): void {
    const note = text.replace(/\s+/g, " ").trim();
    if (note !== "") this.#notes.push(`Note: ${note}`);
  }

  toString(): string {
    if (this.#cells.length > 0) this.endRow();
    this.endParagraph(null, false);
    return this.#blocks.join("\n\n");
  }

  #take(): string {
    const text = this.#paragraph
      .join("")
      .replace(SPACES, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    this.#paragraph = [];
    return text;
  }

  #endTable(): void {
    const [first, ...rest] = this.#rows;
    if (first === undefined) return;
    const isNamed = rest.length > 0 && first.every((cell) => cell !== "") && isHeaderRow(first, rest.slice(0, ROWS_LOOKED_AT));
    this.#blocks.push(markdownTable(isNamed ? first : null, isNamed ? rest : this.#rows).trim());
    this.#rows = [];
    this.#blocks.push(...this.#notes.splice(0));
  }
}
