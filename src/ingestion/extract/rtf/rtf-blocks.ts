import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import { isHeaderRow } from "../table/is-header-row.ts";
import { markdownTable } from "../table/markdown-table.ts";
import { type CellSpan, TableRows } from "../table/table-rows.ts";

const SPACES = /[^\S\n]+/g;
const ROWS_LOOKED_AT = 20;

/**
 * Collects paragraphs, rows and notes, and writes them: headings with `#`, tables as Markdown, notes after
 * their paragraph.
 */
export class RtfBlocks {
  readonly #blocks: string[] = [];
  #rows = new TableRows();
  #cells: string[] = [];
  readonly #paragraph = new RunningText();
  #notes: string[] = [];

  add(text: string, raised: Raised | null = null): void {
    this.#paragraph.add(text, raised);
  }

  endParagraph(outlineLevel: number | null, isInTable: boolean): void {
    if (isInTable) {
      this.#paragraph.add(" ");
      return;
    }
    this.#endTable();
    const text = this.#take();
    if (text !== "")
      this.#blocks.push(
        outlineLevel === null ? text : `${"#".repeat(outlineLevel + 1)} ${text.replace(/\s+/g, " ")}`,
      );
    this.#blocks.push(...this.#notes.splice(0));
  }

  endCell(): void {
    this.#cells.push(this.#take());
  }

  /** @param spans of the row's cells, in order */
  endRow(spans: readonly CellSpan[] = []): void {
    const rest = this.#take();
    if (rest !== "") this.#cells.push(rest);
    if (this.#cells.some((cell) => cell !== "")) {
      this.#rows.openRow();
      for (const [at, cell] of this.#cells.entries()) this.#rows.addCell(cell, spans[at]);
    }
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
      .take()
      .replace(SPACES, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    return text;
  }

  #endTable(): void {
    const { rows } = this.#rows;
    const [first, ...rest] = rows;
    if (first === undefined) return;
    const isNamed =
      rest.length > 0 &&
      first.every((cell) => cell !== "") &&
      isHeaderRow(first, rest.slice(0, ROWS_LOOKED_AT));
    this.#blocks.push(markdownTable(isNamed ? first : null, isNamed ? rest : rows).trim());
    this.#rows = new TableRows();
    this.#blocks.push(...this.#notes.splice(0));
  }
}
