import { composeNote } from "../compose-note.ts";
import { leftOut } from "../left-out.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { SheetRows } from "./sheet-rows.ts";

export interface OdsSheet {
  readonly name: string;
  readonly rows: SheetRows;
}

/** Maximum repetitions of a non-empty row or cell. Repetitions of empty ones cost nothing. */
const MAX_REPEATED = 1_000;
const MAX_COLUMNS = 16_384;
const SKIPPED = new Set([
  "annotation",
  "tracked-changes",
  "shapes",
  "forms",
  "desc",
  "title",
  "ruby-text",
  "binary-data",
]);

/** Reads the visible sheets of an OpenDocument spreadsheet, with the displayed value of each cell. */
export class OdsReader implements XmlReader {
  readonly sheets: OdsSheet[] = [];
  readonly #styles: OdfStyles;
  #rows: SheetRows | null = null;
  #row = 0;
  #rowRepeats = 1;
  #cells: { column: number; text: string }[] = [];
  #column = 0;
  #cellRepeats = 1;
  #text: string[] | null = null;
  #skipping = 0;
  #comments = 0;
  #hidden = 0;

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  /** Note with the numbers of omitted parts. */
  get note(): string {
    return composeNote([leftOut(this.#hidden, "hidden sheet"), leftOut(this.#comments, "comment")]);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) {
      if (this.#skipping === 0 && name === "annotation") this.#comments += 1;
      this.#skipping += 1;
      return;
    }
    this.#styles.open(name, attributes);
    if (name === "table") this.#openTable(attributes);
    else if (name === "table-row") {
      this.#rowRepeats = Number(attributes.get("number-rows-repeated") ?? 1) || 1;
      [this.#cells, this.#column] = [[], 0];
    } else if (name === "table-cell" || name === "covered-table-cell") {
      this.#cellRepeats = Number(attributes.get("number-columns-repeated") ?? 1) || 1;
      this.#text = [];
      const rows = Number(attributes.get("number-rows-spanned") ?? 1) || 1;
      if (rows > 1) this.#rows?.merge(this.#column, this.#row + 1, this.#row + rows);
    } else if (name === "s" || name === "tab" || name === "line-break" || name === "p") this.#text?.push(" ");
  }

  text(text: string): void {
    if (this.#skipping === 0) this.#text?.push(text);
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#styles.close(name);
    if (name === "table") this.#rows = null;
    else if (name === "table-row") this.#closeRow();
    else if (name === "table-cell" || name === "covered-table-cell") this.#closeCell();
  }

  #openTable(attributes: XmlAttributes): void {
    this.#row = 0;
    this.#rows = null;
    if (this.#styles.isHidden(attributes.get("style-name") ?? "")) {
      this.#hidden += 1;
      return;
    }
    this.#rows = new SheetRows();
    this.sheets.push({ name: attributes.get("name") ?? "", rows: this.#rows });
  }

  #closeCell(): void {
    const text = (this.#text ?? []).join("").trim();
    this.#text = null;
    const repeats = text === "" ? 0 : Math.min(this.#cellRepeats, MAX_REPEATED);
    for (let at = 0; at < repeats && this.#column + at < MAX_COLUMNS; at += 1)
      this.#cells.push({ column: this.#column + at, text });
    this.#column += this.#cellRepeats;
  }

  #closeRow(): void {
    const repeats = this.#cells.length === 0 ? 0 : Math.min(this.#rowRepeats, MAX_REPEATED);
    for (let at = 0; at < repeats; at += 1) {
      for (const { column, text } of this.#cells) this.#rows?.addCell(column, text);
      this.#rows?.endRow(this.#row + at + 1);
    }
    this.#row += this.#rowRepeats;
  }
}
