import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { type NumberFormat, numberFormat, PLAIN_FORMAT, displayNumber } from "./display-number.ts";
import { DisplayedNumbers } from "./displayed-numbers.ts";
import { SheetRows } from "./sheet-rows.ts";

interface Sheet {
  readonly name: string;
  readonly rows: SheetRows;
  isHidden: boolean;
}

const MAX_COLUMNS = 16_384;
const OWN = 164;
/** Codes of formats that a workbook gives by name. */
const NAMED: Readonly<Record<string, string>> = {
  Fixed: "0.00",
  Standard: "#,##0.00",
  Percent: "0.00%",
  Scientific: "0.00E+00",
  Currency: "$#,##0.00;($#,##0.00)",
  "Euro Currency": '"€ "#,##0.00',
  "Yes/No": '"Yes";"Yes";"No"',
  "True/False": '"True";"True";"False"',
  "On/Off": '"On";"On";"Off"',
};
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d))?/;
/** The date that Excel stores with a time of day. */
const NO_DAY = "1899-12-31";

/** Reads an Excel 2003 XML workbook ("SpreadsheetML"): its sheets with the displayed value of each cell. */
export class ExcelXmlReader implements XmlReader {
  comments = 0;
  readonly #sheets: Sheet[] = [];
  readonly #formats = new Map<string, NumberFormat>();
  readonly #numbers = new DisplayedNumbers();
  #style = "";
  #row = 0;
  #column = 0;
  #cell: { style: string; type: string; across: number; down: number } | null = null;
  #text: RunningText | null = null;
  #raised: Raised | null = null;
  #isInComment = false;
  #isVisible = false;

  get shown(): readonly Sheet[] {
    return this.#sheets.filter(({ isHidden }) => !isHidden);
  }

  get hidden(): number {
    return this.#sheets.length - this.shown.length;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "Style") this.#style = attributes.get("ID") ?? "";
    else if (name === "NumberFormat") this.#setFormat(attributes.get("Format") ?? "");
    else if (name === "Worksheet") this.#openSheet(attributes.get("Name") ?? "");
    else if (name === "Row") this.#openRow(numberOf(attributes.get("Index")));
    else if (name === "Cell") this.#openCell(attributes);
    else if (name === "Comment") [this.#isInComment, this.comments] = [true, this.comments + 1];
    else if (name === "Visible") this.#isVisible = true;
    else if (name === "Sup" || name === "Sub") this.#raised = name === "Sup" ? "super" : "sub";
    else if (name === "Data" && this.#cell !== null && !this.#isInComment) {
      this.#cell.type = attributes.get("Type") ?? "String";
      this.#text = new RunningText();
    }
  }

  text(text: string): void {
    const sheet = this.#sheets.at(-1);
    if (this.#isVisible && sheet !== undefined && /hidden/i.test(text)) sheet.isHidden = true;
    else this.#text?.add(text, this.#raised);
  }

  close(name: string): void {
    if (name === "Comment") this.#isInComment = false;
    else if (name === "Visible") this.#isVisible = false;
    else if (name === "Sup" || name === "Sub") this.#raised = null;
    else if (name === "Data" && !this.#isInComment) this.#closeData();
    else if (name === "Cell") this.#closeCell();
    else if (name === "Row") this.#sheets.at(-1)?.rows.endRow(this.#row);
  }

  #openSheet(name: string): void {
    this.#sheets.push({ name, rows: new SheetRows(), isHidden: false });
    this.#row = 0;
  }

  #setFormat(code: string): void {
    const named = NAMED[code];
    const isDate = /date|time/i.test(code) && named === undefined;
    this.#formats.set(
      this.#style,
      isDate ? { ...PLAIN_FORMAT, kind: "dateTime" } : numberFormat(OWN, named ?? code),
    );
  }

  #openRow(index: number): void {
    this.#row = Math.max(this.#row + 1, index);
    this.#column = 0;
  }

  #openCell(attributes: XmlAttributes): void {
    this.#column = Math.max(this.#column, numberOf(attributes.get("Index")) - 1);
    const [across, down] = [numberOf(attributes.get("MergeAcross")), numberOf(attributes.get("MergeDown"))];
    this.#cell = { style: attributes.get("StyleID") ?? "", type: "", across, down };
  }

  #closeData(): void {
    const text = this.#text?.toString() ?? "";
    this.#text = null;
    if (this.#cell !== null && this.#column < MAX_COLUMNS)
      this.#sheets.at(-1)?.rows.addCell(this.#column, this.#shown(text, this.#cell));
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) return;
    if (cell.down > 0) this.#sheets.at(-1)?.rows.merge(this.#column, this.#row, this.#row + cell.down);
    this.#column += 1 + cell.across;
  }

  #shown(text: string, { type, style }: { readonly type: string; readonly style: string }): string {
    const format = this.#formats.get(style) ?? PLAIN_FORMAT;
    if (type === "Boolean") return text.trim() === "1" ? "TRUE" : "FALSE";
    if (type === "Number") return displayNumber(text, format, false, this.#numbers);
    if (type !== "DateTime")
      return format.around === null || text === "" ? text : format.around[0] + text + format.around[1];
    const [, day = "", time = "", seconds = "00"] = MOMENT.exec(text) ?? [];
    if (day === "") return text;
    const clock = seconds === "00" ? time : `${time}:${seconds}`;
    if (day === NO_DAY) return clock;
    return clock === "00:00" ? day : `${day} ${clock}`;
  }
}

function numberOf(value: string | undefined): number {
  const number = Number(value ?? 0);
  return Number.isInteger(number) && number > 0 ? number : 0;
}
