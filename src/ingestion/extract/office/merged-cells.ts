/** Maximum length of a cell whose text is repeated in each row that the cell spans, as in `html-table.ts`. */
const MAX_REPEATED_CHARS = 100;

interface Merge {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** The cells of a sheet that span rows. */
export class MergedCells {
  readonly #merges: Merge[] = [];
  /** One entry per column: the text that spans rows, and its last row. */
  readonly #open = new Map<number, { readonly text: string; readonly last: number }>();
  #next = 0;

  /**
   * @param column from 0
   * @param first first row of the cell
   * @param last last row of the cell
   */
  add(column: number, first: number, last: number): void {
    if (column >= 0 && first > 0 && last > first) this.#merges.push({ column, first, last });
  }

  /** Callers call this before they fill rows in order. */
  begin(): void {
    this.#merges.sort((one, other) => one.first - other.first);
    this.#next = 0;
    this.#open.clear();
  }

  /**
   * Fills the empty cells of a row with the texts of cells above that span it.
   * @param cells by position
   * @param places position of each column
   */
  fill(row: number, cells: string[], places: ReadonlyMap<number, number>): void {
    for (const [column, { text, last }] of this.#open) {
      const place = places.get(column);
      if (row > last) this.#open.delete(column);
      else if (place !== undefined && (cells[place] ?? "") === "") {
        while (cells.length < place) cells.push("");
        cells[place] = text;
      }
    }
    for (
      let merge = this.#merges[this.#next];
      merge !== undefined && merge.first <= row;
      merge = this.#merges[(this.#next += 1)]
    ) {
      const text = cells[places.get(merge.column) ?? -1] ?? "";
      if (merge.first === row && text !== "" && text.length <= MAX_REPEATED_CHARS)
        this.#open.set(merge.column, { text, last: merge.last });
    }
  }
}
