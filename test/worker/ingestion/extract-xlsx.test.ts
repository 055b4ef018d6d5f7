import { describe, expect, test } from "vitest";
import { formatLocator } from "../../../client/src/index.ts";
import {
  numberFormat,
  PLAIN_FORMAT,
  displayNumber,
} from "../../../src/ingestion/extract/office/display-number.ts";
import { DisplayedNumbers } from "../../../src/ingestion/extract/office/displayed-numbers.ts";
import { makeXlsx } from "../../support/fixtures/documents/xlsx.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const cell = (r: string, text: string): string => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe("a workbook", () => {
  test("the extractor reads each visible sheet of a workbook as a table with column names", async () => {
    const strings =
      "<si><t>Boat</t></si><si><r><t>He</t></r><r><t>ron|x</t></r><rPh><t>hidden</t></rPh></si>";
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="10"/></cellXfs>';
    const data =
      `<row r="1"><c r="A1" t="inlineStr"><is><t>Ferries</t></is></c></row>` +
      `<row r="3"><c r="B3" t="s"><v>0</v></c>${cell("C3", "Since")}${cell("E3", "Full")}</row>` +
      `<row r="4"><c r="B4" t="s"><v>1</v></c><c r="C4" s="1"><v>45292</v></c><c r="E4" s="2"><v>0.125</v></c></row>` +
      `<row r="7"><c r="B7" t="b"><v>1</v></c><c r="C7"><v>0.30000000000000004</v></c><c r="E7" t="e"><v>#REF!</v></c></row>` +
      `<row r="8"><c r="B8" t="str"><f>A1&amp;"x"</f><v>said</v></c><c r="C8"><f>SUM(E4:E7)</f></c></row>`;
    const bytes = makeXlsx(
      {
        Fleet: data,
        Secret: `<row r="1">${cell("A1", "plan")}</row>`,
        Tail: `<row>${cell("", "end")}</row>`,
      },
      { strings, styles, hidden: "Secret" },
    );
    const { text, spans } = await extract(bytes, XLSX);
    expect(text).toBe(
      "# Fleet\n\nFerries\n| | Boat | Since | Full |\n| --- | --- | --- | --- |\n| | Heron\\|x | 2024-01-01 | 12.50% |\n| | TRUE | 0.3 | #REF! |\n| | said | =SUM(E4:E7) | |\n\n# Tail\n\n| end |\n| --- |",
    );
    expect(
      spans?.map(({ start, end, locator }) => [
        formatLocator(locator),
        text.slice(start, end).trim().split("\n").at(0),
      ]),
    ).toEqual([
      ["sheet Fleet", "# Fleet"],
      ["sheet Fleet, row 1", "Ferries"],
      ["sheet Fleet, row 3", "| | Boat | Since | Full |"],
      ["sheet Fleet, row 4", "| | Heron\\|x | 2024-01-01 | 12.50% |"],
      ["sheet Fleet, row 7", "| | TRUE | 0.3 | #REF! |"],
      ["sheet Tail", "# Tail"],
      ["sheet Tail, row 1", "| end |"],
    ]);
  });

  test("the extractor rejects a workbook with only empty sheets or too much text", async () => {
    expect((await refusal(makeXlsx({ A: "<row/>" }), XLSX)).reason).toBe(
      "This workbook holds no text. If it has pictures of text, run text recognition (OCR) and upload the result.",
    );
    const long = `<si><t>${"x".repeat(30_000)}</t></si>`;
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(300);
    expect((await refusal(makeXlsx({ A: rows }, { strings: long }), XLSX)).reason).toContain("too large");
  });
});

test.each([
  ["45292", 14, undefined, "2024-01-01"],
  ["45292.75", 22, undefined, "2024-01-01 18:00"],
  ["0.5", 20, undefined, "12:00"],
  ["1.25", 46, undefined, "30:00"],
  ["59", 14, undefined, "1900-02-28"],
  ["61", 14, undefined, "1900-03-01"],
  ["45292", 164, 'd" de "mmmm" de "yyyy', "2024-01-01"],
  ["45292.5", 164, "m/d/yy h:mm;@", "2024-01-01 12:00"],
  ["3.5", 164, '[Red]0.00" days"', "3.50 days"],
  ["0.07", 164, "0.0%", "7.0%"],
  ["1234.5", 164, '_-* #,##0.00\\ "h"', "1,234.50 h"],
  ["1e3", 0, undefined, "1000"],
  ["-2", 14, undefined, "-2"],
  ["n/a", 14, undefined, "n/a"],
])("the %s in format %s %j appears as %s", (stored, id, code, shown) =>
  expect(displayNumber(stored, numberFormat(id, code), false, new DisplayedNumbers())).toBe(shown),
);

test("the 1904 date system begins in 1904", () =>
  expect(displayNumber("1", { ...PLAIN_FORMAT, kind: "date" }, true, new DisplayedNumbers())).toBe(
    "1904-01-02",
  ));

test("notes above a table may fill most columns, and the header is the row that fills all", async () => {
  const row = (at: number, ...texts: string[]): string =>
    `<row r="${at}">${texts.map((text, column) => (text === "" ? "" : cell(`${"ABC"[column]}${at}`, text))).join("")}</row>`;
  const data = [
    row(1, "some", "notes"),
    row(2, "above", "", "it"),
    row(3, "Boat", "Length", "Age"),
    row(4, "Heron", "12", "40"),
  ].join("");
  const { text } = await extract(makeXlsx({ Boats: data }), XLSX);
  expect(text).toContain("| Boat | Length | Age |\n| --- | --- | --- |\n| Heron | 12 | 40 |");
  expect(text).toContain("some notes\nabove it\n");
});
