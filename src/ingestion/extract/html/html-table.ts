import { TextBuilder } from "../text-builder.ts";
import { markdownTable } from "../table/markdown-table.ts";

/** A table with longer cells is used for layout and contains no data. */
const MAX_CELL_CHARS = 600;
const MAX_SPANNED = 50;
/** Maximum number of columns. Column spans beyond it are ignored. */
const MAX_COLUMNS = 1_000;
/** Maximum length of a term: a short cell beside a long cell is a term with its description. */
const MAX_TERM_CHARS = 60;
/** Maximum length of a cell whose text is repeated in each row that the cell spans. */
const MAX_REPEATED_CHARS = 100;

interface Cell {
  readonly text: TextBuilder;
  readonly isName: boolean;
  readonly columns: number;
  readonly rows: number;
}

interface Row {
  readonly cells: string[];
  /** Number of header cells in the row. */
  names: number;
}

/** Collects the rows of a table until its end shows whether it contains data or layout. */
export class HtmlTable {
  readonly #rows: Row[] = [];
  #row: Row | null = null;
  #cell: Cell | null = null;
  /** One entry per column: the text that spans rows, and the number of rows that it still covers. */
  #spanned: { text: string; rows: number }[] = [];

  /** The open cell, which receives text; null outside of cells. */
  get cell(): TextBuilder | null {
    return this.#cell?.text ?? null;
  }

  openRow(): void {
    this.closeRow();
    this.#row = { cells: [], names: 0 };
  }

  /**
   * @param columns column span
   * @param rows row span
   */
  openCell(isName: boolean, columns: number, rows: number): void {
    this.#closeCell();
    this.#row ??= { cells: [], names: 0 };
    this.#cell = { text: new TextBuilder(), isName, columns: within(columns), rows: within(rows) };
  }

  closeRow(): void {
    this.#closeCell();
    if (this.#row === null) return;
    this.#fillSpanned(this.#row);
    if (this.#row.cells.some((cell) => cell !== "")) this.#rows.push(this.#row);
    this.#row = null;
  }

  /** Writes a data table as a Markdown table, and a layout table as its cells in order. */
  writeTo(text: TextBuilder): void {
    this.closeRow();
    const columns = this.#rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const isShort = this.#rows.every(({ cells }) => cells.every((cell) => cell.length <= MAX_CELL_CHARS));
    const hasNames = (this.#rows[0]?.names ?? 0) > 1;
    text.break("block");
    if (this.#rows.length >= 2 && columns >= 2 && (isShort || hasNames)) this.#writeValues(text);
    else this.#writeParts(text);
    text.break("block");
  }

  /** Writes the cells of a table that contains another table. */
  writeParts(text: TextBuilder): void {
    this.closeRow();
    text.break("block");
    this.#writeParts(text);
  }

  #writeValues(text: TextBuilder): void {
    const [first, ...rest] = this.#rows;
    const hasNames = first !== undefined && this.#isHeader(first, rest);
    const rows = (hasNames ? rest : this.#rows).map(({ cells }) => cells);
    text.addPreformatted(markdownTable(hasNames ? first.cells : null, rows).trimEnd());
  }

  #isHeader(first: Row, rest: readonly Row[]): boolean {
    const filled = first.cells.filter((cell) => cell !== "").length;
    if (first.names > 0)
      return first.names >= filled && (filled > 1 || rest.every(({ names }) => names <= 1));
    if (rest.some(({ names }) => names > 0)) return false;
    const names = first.cells.every((cell) => /^[^\p{Nd}\s-]/u.test(cell));
    return (
      names && (first.cells.length > 2 || rest.some(({ cells }) => /^[\p{Nd}\p{Sc}-]/u.test(cells[1] ?? "")))
    );
  }

  #writeParts(text: TextBuilder): void {
    for (const { cells } of this.#rows) {
      const [term = "", said = "", ...more] = cells.filter((cell) => cell !== "");
      const isTerm = more.length === 0 && term.length <= MAX_TERM_CHARS && said.length > MAX_CELL_CHARS / 10;
      text.break("line");
      for (const [at, cell] of [term, said, ...more].entries()) {
        if (at > 0) text.break(cell.includes("\n\n") ? "block" : isTerm ? "line" : "cell");
        if (at > 0 && isTerm) text.mark("  ");
        if (cell !== "") text.addPreformatted(cell);
      }
      text.mark("");
      text.break(said.includes("\n\n") ? "block" : "line");
    }
  }

  #closeCell(): void {
    if (this.#cell === null || this.#row === null) return;
    const { text, isName, columns, rows } = this.#cell;
    this.#cell = null;
    this.#fillSpanned(this.#row);
    const said = text.toString();
    const places = this.#row.cells.length > MAX_COLUMNS ? 1 : columns;
    if (isName && said !== "") this.#row.names += 1;
    for (let at = 0; at < places; at += 1) {
      const column = this.#row.cells.length;
      const shown = at === 0 ? said : "";
      if (rows > 1)
        this.#spanned[column] = { text: shown.length <= MAX_REPEATED_CHARS ? shown : "", rows: rows - 1 };
      this.#row.cells.push(shown);
    }
  }

  /** Fills the next columns with the texts of cells above that span this row. */
  #fillSpanned(row: Row): void {
    for (
      let above = this.#spanned[row.cells.length];
      above !== undefined && above.rows > 0;
      above = this.#spanned[row.cells.length]
    ) {
      this.#spanned[row.cells.length] = { ...above, rows: above.rows - 1 };
      row.cells.push(above.text);
    }
  }
}

function within(span: number): number {
  return Number.isInteger(span) ? Math.max(1, Math.min(span, MAX_SPANNED)) : 1;
}
