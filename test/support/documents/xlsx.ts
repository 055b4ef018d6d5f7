import { contentTypes, makeZip, type Members, relationships, XML } from "./office.ts";

/**
 * A workbook of SpreadsheetML.
 * @param sheets `sheetData` of each, with the elements after it
 * @param more further parts
 */
export function makeXlsx(
  sheets: Readonly<Record<string, string>>,
  { strings = "", styles = "", hidden = "", date1904 = "0", more = {} as Members } = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const state = (name: string): string => (name === hidden ? ' state="hidden"' : "");
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state(name)}/>`).join("");
  return makeZip({
    "[Content_Types].xml": contentTypes("xl/workbook.xml", "spreadsheetml.sheet.main+xml"),
    "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${XML}<workbook xmlns:r="r"><workbookPr date1904="${date1904}"/><sheets>${listed}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ...names.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/sharedStrings.xml": `${XML}<sst>${strings}</sst>`,
    "xl/styles.xml": `${XML}<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet xmlns:r="r">${sheetOf(sheets[name] ?? "")}</worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** Rows alone, or rows with the elements after them. */
function sheetOf(content: string): string {
  return content.includes("</sheetData>") ? `<sheetData>${content}` : `<sheetData>${content}</sheetData>`;
}

/** Rows of numbers and texts. "" leaves a cell out. */
export function sheetRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((cells, at) => `<row r="${at + 1}">${cells.map((cell, column) => sheetCell(column, at + 1, cell)).join("")}</row>`)
    .join("");
}

function sheetCell(column: number, row: number, content: string | number): string {
  if (content === "") return "";
  const r = `${columnName(column)}${row}`;
  return typeof content === "number" ? `<c r="${r}"><v>${content}</v></c>` : `<c r="${r}" t="inlineStr"><is><t>${content}</t></is></c>`;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
