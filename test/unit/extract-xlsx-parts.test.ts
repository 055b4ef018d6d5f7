import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { formatLocator } from "../../client/src/index.ts";
import { numberFormat, displayNumber } from "../../src/ingestion/extract/office/display-number.ts";
import { DisplayedNumbers } from "../../src/ingestion/extract/office/displayed-numbers.ts";
import { extractXlsx } from "../../src/ingestion/extract/office/extract-xlsx.ts";
import { diagramPart, relationships, XML } from "../support/fixtures/documents/make-docx.ts";
import { makeXlsx, sheetRows } from "../support/fixtures/documents/xlsx.ts";

const ACCOUNTING = '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)';

describe("numbers appear in their format", () => {
  test.each([
    [501, "00000", "00501"],
    [812, '0.0" kg"', "812.0 kg"],
    [1200.5, "[$€-407] #,##0.00", "€ 1,200.50"],
    [-4, '0" °C"', "-4 °C"],
    [0.25, "0.0%", "25.0%"],
    [1.25, "# ?/?", "1 1/4"],
    [-1234.5, ACCOUNTING, "(1,234.50)"],
    [1234.5, ACCOUNTING, "1,234.50"],
    [0, ACCOUNTING, "-"],
    [123456, "0.00E+00", "1.23E+05"],
    [2_500_000, '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "2.5M"],
    [2500, '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "2.5K"],
    [25, '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "25"],
    [-5, "0.0_);[Red](0.0)", "(5.0)"],
    [0, '0.00;-0.00;"none"', "none"],
    [5_551_234_567, "(000) 000-0000", "(555) 123-4567"],
    [1234, "[$¥-411]#,##0", "¥1,234"],
    [3.5, 'General" kg"', "3.5 kg"],
    [4, '[Blue]General" kg"', "4 kg"],
    [12, '0\\ "h"', "12 h"],
    [12_345_678, "##0.0E+0", "12.3E+6"],
    [999.996, "0.00E+00", "1.00E+03"],
    [3.14159, "# ??/??", "3 1/7"],
    [5.75, "# ?/8", "5 6/8"],
    [-1.5, "# ?/?", "-1 1/2"],
    [1.005, "0.00", "1.01"],
    [-0.001, "0.00", "0.00"],
    [0.5, "#.##", ".5"],
    [1_234_567, "#,##0,", "1,235"],
    [12_345, "000-00-0000", "000-01-2345"],
    [2, '[=1]"one";[=2]"two";0', "two"],
    [-12, "[Red][<0]0.0;0", "12.0"],
  ])("%s in the format %j appears as %s", (value, code, shown) =>
    expect(displayNumber(String(value), numberFormat(164, code), false, new DisplayedNumbers())).toBe(shown),
  );

  test.each([
    [0.125, 9, "13%"],
    [0.125, 10, "12.50%"],
    [1234567.891, 4, "1,234,567.89"],
    [-7, 37, "(7)"],
    [1234567890123, 49, "1234567890123"],
    [1234567890123, 0, "1234567890123"],
  ])("%s in the built-in format %s appears as %s", (value, id, shown) =>
    expect(displayNumber(String(value), numberFormat(id, undefined), false, new DisplayedNumbers())).toBe(
      shown,
    ),
  );

  test.each([
    ["hides all numbers", ";;;"],
    ["is no format", '"'],
    ["is longer than any that people make", `0${"\\x".repeat(200)}`],
  ])("a number appears as stored if its format %s", (_, code) =>
    expect(displayNumber("41.5", numberFormat(164, code), false, new DisplayedNumbers())).toBe("41.5"),
  );

  test("a number format may hide zeros", () =>
    expect(displayNumber("0", numberFormat(164, "0;-0;;@"), false, new DisplayedNumbers())).toBe(""));

  test("numbers beyond the formatting budget of a file appear as stored", () => {
    const numbers = new DisplayedNumbers(9);
    const shown = [1, 2, 3, 4].map((value) =>
      displayNumber(String(value), numberFormat(164, "000"), false, numbers),
    );
    expect(shown).toEqual(["001", "002", "003", "4"]);
  });

  test("the extractor formats numbers and texts of a workbook", async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;No. &quot;@"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const row =
      '<row r="2"><c r="A2" s="1"><v>501</v></c><c r="B2" s="2" t="inlineStr"><is><t>17a</t></is></c></row>';
    const { text } = await extractXlsx(makeXlsx({ S: sheetRows([["Code", "House"]]) + row }, { styles }));
    expect(text).toContain("| 00501 | No. 17a |");
  });
});

describe("a sheet", () => {
  test("a sheet repeats a value that spans rows without hiding other values", async () => {
    const rows = sheetRows([
      ["Region", "Port", "Fee"],
      ["North", "Marrow", 12],
      ["", "Skerry", 14],
      ["", "Stanhope", 15],
      ["South", "Lyde", 9],
      ["West", "Hythe", 8],
      ["own", "Rye", 7],
    ]);
    const merges =
      '</sheetData><mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A6:A7"/><mergeCell ref="B5:C5"/></mergeCells>';
    const { text } = await extractXlsx(makeXlsx({ S: rows + merges }));
    expect(text).toBe(
      "# S\n\n| Region | Port | Fee |\n| --- | --- | --- |\n| North | Marrow | 12 |\n| North | Skerry | 14 |\n| North | Stanhope | 15 |\n| South | Lyde | 9 |\n| West | Hythe | 8 |\n| own | Rye | 7 |",
    );
  });

  test("a sheet with long column names labels each value, beside the first value of its row", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `Metric ${at + 1}`);
    const row = (port: string, by: number): (string | number)[] => [
      port,
      ...names.map((_, at) => (at + 1) * by),
    ];
    const { text, spans } = await extractXlsx(
      makeXlsx({ W: sheetRows([["Port", ...names], row("Marrow", 3), row("Skerry", 7)]) }),
    );
    const lists = text.split("\n\n").slice(1);
    expect(lists.every((list) => /^- Port: (?:Marrow|Skerry)\n- Metric \d+: /.test(list))).toBe(true);
    expect(lists.find((list) => list.includes("- Metric 300: 900"))).toMatch(/^- Port: Marrow\n/);
    const at = text.indexOf("- Metric 299: 2093");
    const span = spans?.findLast(({ start }) => start <= at);
    expect([formatLocator(span!.locator), span!.start]).toEqual(["sheet W, row 3", at]);
  });

  test("a sheet with long texts instead of column names stays a table", async () => {
    const long = "The ferry leaves at nine and is back at noon. ".repeat(8);
    const { text } = await extractXlsx(
      makeXlsx({
        S: sheetRows([
          ["When does it leave?", long],
          ["And when back?", long],
        ]),
      }),
    );
    expect(text).toContain("| And when back? | The ferry leaves");
  });
});

describe("content outside of the cells of a sheet", () => {
  const shape = (text: string): string =>
    `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const drawing = (content: string): string =>
    `${XML}<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:dgm="d" xmlns:r="r"><xdr:twoCellAnchor>${content}</xdr:twoCellAnchor></xdr:wsDr>`;

  test("the extractor reads text boxes, grouped shapes and diagrams, even on an empty sheet", async () => {
    const diagram = '<xdr:graphicFrame><a:graphic><dgm:relIds r:dm="rId1"/></a:graphic></xdr:graphicFrame>';
    const more = {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships([["drawing", "../drawings/drawing1.xml"]]),
      "xl/worksheets/_rels/sheet2.xml.rels": relationships([["drawing", "../drawings/drawing2.xml"]]),
      "xl/drawings/drawing1.xml": drawing(
        shape("The reef lies at 14 metres") + `<xdr:grpSp>${shape("Grouped")}</xdr:grpSp>${diagram}`,
      ),
      "xl/drawings/_rels/drawing1.xml.rels": relationships([["diagramData", "../diagrams/data1.xml"]]),
      "xl/diagrams/data1.xml": diagramPart(["Plan", "Do"]),
      "xl/drawings/drawing2.xml": drawing(shape("Alone")),
    };
    const { text, spans } = await extractXlsx(
      makeXlsx(
        {
          S: sheetRows([
            ["Port", "Fee"],
            ["Marrow", 41],
          ]),
          T: "",
        },
        { more },
      ),
    );
    expect(text).toBe(
      "# S\n\n| Port | Fee |\n| --- | --- |\n| Marrow | 41 |\n\nThe reef lies at 14 metres\n\nGrouped\n\nPlan\n\nDo\n\n# T\n\nAlone",
    );
    expect(formatLocator(spans!.at(-1)!.locator)).toBe("sheet T");
  });

  test("the note counts hidden sheets, embedded files and comments", async () => {
    const more = {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships([
        ["comments", "../comments1.xml"],
        ["oleObject", "../embeddings/a.bin"],
      ]),
      "xl/comments1.xml": `${XML}<comments><commentList><comment ref="A1"/><comment ref="A2"/></commentList></comments>`,
      "xl/embeddings/a.bin": strToU8("x"),
    };
    const { note } = await extractXlsx(
      makeXlsx({ S: sheetRows([["Port"]]), Secret: sheetRows([["plan"]]) }, { more, hidden: "Secret" }),
    );
    expect(note).toBe("1 hidden sheet was not read. 1 embedded file was not read. 2 comments were not read.");
  });
});
