import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import type { SheetRows } from "./sheet-rows.ts";
import type { WorkbookStyles } from "./workbook-styles.ts";

interface SheetContext {
  readonly strings: readonly string[];
  readonly styles: WorkbookStyles;
}

const COLUMN = /^[A-Z]{1,3}/;
const MAX_COLUMNS = 16_384;

/** Reads the cells of a SpreadsheetML worksheet. */
export class SheetReader implements XmlReader {
  readonly #context: SheetContext;
  readonly #rows: SheetRows;
  #row = 0;
  #column = -1;
  #type = "";
  #style = "";
  /** The open child element of the cell. */
  #inside: "value" | "formula" | null = null;
  #value = "";
  #formula = "";
  #isInCell = false;
  #phonetic = 0;

  constructor(context: SheetContext, rows: SheetRows) {
    this.#context = context;
    this.#rows = rows;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "row") {
      // A row or cell without a number follows the previous row or cell.
      this.#row = Math.max(this.#row + 1, Number(attributes.get("r") ?? 0) || 0);
      this.#column = -1;
    } else if (name === "c") this.#openCell(attributes);
    else if (name === "rPh") this.#phonetic += 1;
    else if (this.#isInCell && (name === "v" || name === "t"))
      this.#inside = this.#phonetic === 0 ? "value" : null;
    else if (this.#isInCell && name === "f") this.#inside = "formula";
    else if (name === "mergeCell") this.#merge(attributes.get("ref") ?? "");
  }

  text(text: string): void {
    if (this.#inside === "value") this.#value += text;
    else if (this.#inside === "formula") this.#formula += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t" || name === "f") this.#inside = null;
    else if (name === "rPh") this.#phonetic -= 1;
    else if (name === "row") this.#rows.endRow(this.#row);
    else if (name === "c") {
      this.#isInCell = false;
      if (this.#column < MAX_COLUMNS) this.#rows.addCell(this.#column, this.#shown());
    }
  }

  #openCell(attributes: XmlAttributes): void {
    this.#column = Math.max(this.#column + 1, columnOf(attributes.get("r") ?? ""));
    this.#type = attributes.get("t") ?? "n";
    this.#style = attributes.get("s") ?? "0";
    this.#value = "";
    this.#formula = "";
    this.#isInCell = true;
  }

  #merge(reference: string): void {
    const [from = "", to = ""] = reference.split(":", 2);
    this.#rows.merge(columnOf(from), rowOf(from), rowOf(to));
  }

  /**
   * Returns the displayed value of the cell. A formula without a cached value is displayed as the formula
   * itself.
   */
  #shown(): string {
    if (this.#value === "") return this.#formula === "" ? "" : `=${this.#formula}`;
    const { strings, styles } = this.#context;
    if (this.#type === "s") return styles.showText(strings[Number(this.#value)] ?? "", this.#style);
    if (this.#type === "b") return this.#value === "1" ? "TRUE" : "FALSE";
    if (this.#type === "n") return styles.show(this.#value, this.#style);
    return this.#type === "e" || this.#type === "d" ? this.#value : styles.showText(this.#value, this.#style);
  }
}

/** Returns the row number from 1; 0 if the reference has none. */
function rowOf(reference: string): number {
  return Number(/\d{1,7}$/.exec(reference)?.[0] ?? 0);
}

/** Returns the column index from 0; -1 if the reference has none. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of COLUMN.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
