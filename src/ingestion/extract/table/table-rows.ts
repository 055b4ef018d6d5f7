/** Maximum length of a cell whose text is repeated in each row that the cell spans, as in `html-table.ts`. */
const MAX_REPEATED_CHARS = 100;
const MAX_SPAN = 64;

export interface CellSpan {
  /** Column span. The text belongs to the first column. */
  readonly columns?: number;
  /** Row span. */
  readonly rows?: number;
  /** Whether a cell above spans this cell. */
  readonly isCovered?: boolean;
}

/** Collects the rows of a table with each value in its column, and repeats values that span rows. */
export class TableRows {
  readonly rows: string[][] = [];
  /** One entry per column: the text that spans rows, and the number of rows that it still covers. */
  readonly #above: ({ readonly text: string; rows: number } | undefined)[] = [];

  openRow(): void {
    this.rows.push([]);
  }

  /** Leaves this many columns empty. */
  skip(columns: number): void {
    this.#row.push(...blanks(columns));
  }

  addCell(text: string, { columns = 1, rows = 1, isCovered = false }: CellSpan = {}): void {
    const row = this.#row;
    const at = row.length;
    const above = this.#above[at];
    if (isCovered && above !== undefined && above.rows > 0) {
      above.rows -= 1;
      row.push(text.trim() === "" ? above.text : text);
    } else {
      this.#above[at] =
        rows > 1 ? { text: text.length <= MAX_REPEATED_CHARS ? text : "", rows: rows - 1 } : undefined;
      row.push(text);
    }
    row.push(...blanks(columns - 1));
  }

  get #row(): string[] {
    if (this.rows.length === 0) this.openRow();
    return this.rows.at(-1) as string[];
  }
}

function blanks(count: number): string[] {
  return Array.from(
    { length: Number.isInteger(count) ? Math.max(0, Math.min(count, MAX_SPAN)) : 0 },
    () => "",
  );
}
