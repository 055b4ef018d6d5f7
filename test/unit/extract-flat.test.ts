import { describe, expect, test } from "vitest";
import { formatLocator } from "../../client/src/index.ts";
import { extract } from "../support/fixtures/documents/extract.ts";

const OFFICE = "urn:oasis:names:tc:opendocument:xmlns";
const NAMES = ["office", "text", "table", "style", "draw"]
  .map((name) => `xmlns:${name}="${OFFICE}:${name}:1.0"`)
  .join(" ");
const ODF = "application/vnd.oasis.opendocument";

const flatOdf = (kind: string, body: string, before = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- made by a program --><office:document ${NAMES} xmlns:dc="dc" office:mimetype="${ODF}.${kind}">` +
  `<office:meta><dc:title>A flat one</dc:title></office:meta>${before}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

describe("a flat OpenDocument file", () => {
  const text = flatOdf(
    "text",
    '<text:h text:outline-level="1">Flat</text:h><text:p>At least 10<text:span text:style-name="Up">6</text:span> cells, 41 crowns.' +
      "<draw:frame><draw:image><office:binary-data>QUJDREVG</office:binary-data></draw:image></draw:frame></text:p>" +
      "<text:p>Next.<office:annotation><text:p>Is it?</text:p></office:annotation></text:p>",
    '<office:automatic-styles><style:style style:name="Up"><style:text-properties style:text-position="super 58%"/></style:style></office:automatic-styles>' +
      "<office:master-styles><style:master-page><style:footer><text:p>Page 1</text:p></style:footer></style:master-page></office:master-styles>",
  );

  test.each([
    ["application/xml", "a.xml"],
    ["", "a.fodt"],
    ["text/plain", "a.fodt"],
    [`${ODF}.text-flat-xml`, "a"],
    ["application/octet-stream", "a"],
  ])(
    "the service reads a flat OpenDocument text, declared as %j and named %s, as a document",
    async (type, name) => {
      const { text: read, title, strategy, note } = await extract(text, type, name);
      expect(read).toBe("# Flat\n\nAt least 10⁶ cells, 41 crowns.\n\nNext.");
      expect({ title, strategy, note }).toEqual({
        title: "A flat one",
        strategy: "flat-odt",
        note: "1 comment was not read.",
      });
    },
  );

  test("a flat spreadsheet has its sheets, and repeats spanning values in each row", async () => {
    const cell = (said: string, more = ""): string =>
      `<table:table-cell ${more}><text:p>${said}</text:p></table:table-cell>`;
    const row = (...cells: string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
    const rows = [
      row(cell("Region"), cell("Port")),
      row(cell("North", 'table:number-rows-spanned="2"'), cell("Marrow")),
      row("<table:covered-table-cell/>", cell("Skerry")),
    ];
    const sheet = `<table:table table:name="Fees">${rows.join("")}</table:table>`;
    const { text: read, spans } = await extract(flatOdf("spreadsheet", sheet), `${ODF}.spreadsheet-flat-xml`);
    expect(read).toBe("# Fees\n\n| Region | Port |\n| --- | --- |\n| North | Marrow |\n| North | Skerry |");
    expect(formatLocator(spans!.at(-1)!.locator)).toBe("sheet Fees, row 2");
  });

  test("a flat presentation has its slides", async () => {
    const page = (said: string): string =>
      `<draw:page><draw:frame><draw:text-box><text:p>${said}</text:p></draw:text-box></draw:frame></draw:page>`;
    const { text: read, spans } = await extract(
      flatOdf("presentation", page("One") + page("Two")),
      "",
      "a.fodp",
    );
    expect(read).toBe("One\n\nTwo");
    expect(spans?.map(({ locator }) => formatLocator(locator))).toEqual(["slide 1", "slide 2"]);
  });

  test("a flat text repeats spanning values in each row", async () => {
    const cell = (said: string, more = ""): string =>
      `<table:table-cell ${more}><text:p>${said}</text:p></table:table-cell>`;
    const rows = [
      [cell("Region"), cell("Port")],
      [cell("North", 'table:number-rows-spanned="2"'), cell("Marrow")],
      ["<table:covered-table-cell/>", cell("Skerry")],
    ];
    const table = `<table:table>${rows.map((cells) => `<table:table-row>${cells.join("")}</table:table-row>`).join("")}</table:table>`;
    expect((await extract(flatOdf("text", table), "application/xml")).text).toBe(
      "| Region | Port |\n| --- | --- |\n| North | Marrow |\n| North | Skerry |",
    );
  });
});

describe("a Word 2003 XML file", () => {
  const W =
    'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="aml" xmlns:o="o" xmlns:wx="wx"';
  const word = (body: string, before = ""): string =>
    `<?xml version="1.0"?>\n<?mso-application progid="Word.Document"?>\n<w:wordDocument ${W}>${before}<w:body>${body}</w:body></w:wordDocument>`;
  const run = (said: string, properties = ""): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t>${said}</w:t></w:r>`;
  const p = (content: string, properties = ""): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

  test("a Word 2003 XML file has headings, lists, tables and notes, and no deleted text", async () => {
    const before =
      "<o:DocumentProperties><o:Title>Tolls</o:Title></o:DocumentProperties>" +
      '<w:lists><w:listDef w:listDefId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:nfc w:val="4"/><w:lvlText w:val="%1)"/></w:lvl></w:listDef>' +
      '<w:list w:ilfo="1"><w:ilst w:val="0"/></w:list></w:lists>' +
      '<w:styles><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>';
    const cell = (said: string, merge = ""): string =>
      `<w:tc><w:tcPr>${merge}</w:tcPr>${p(run(said))}</w:tc>`;
    const item = '<w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="1"/><wx:t wx:val="a)"/></w:listPr>';
    const body = [
      p(run("Tolls"), '<w:pStyle w:val="berschrift1"/>'),
      p(
        `${run("The toll ")}${run("at Marrow", "<w:b/>")}${run(" is 41.")}<w:r><w:footnote>${p(run("Since May."))}</w:footnote></w:r>`,
      ),
      p(
        `${run("10")}${run("6", '<w:vertAlign w:val="superscript"/>')}<aml:annotation w:type="Word.Deletion"><aml:content>${run("gone")}</aml:content></aml:annotation>`,
      ),
      p(run("pay"), item),
      p(run("leave"), item),
      `<w:tbl><w:tr>${cell("Region")}${cell("Port")}</w:tr><w:tr>${cell("North", '<w:vmerge w:val="restart"/>')}${cell("Marrow")}</w:tr><w:tr>${cell("", "<w:vmerge/>")}${cell("Skerry")}</w:tr></w:tbl>`,
      `<aml:annotation w:type="Word.Comment"><aml:content>${p(run("Is it?"))}</aml:content></aml:annotation>`,
      "<w:sectPr><w:ftr><w:p><w:r><w:t>Page</w:t></w:r></w:p></w:ftr></w:sectPr>",
    ];
    const { text, title, strategy, note } = await extract(
      word(body.join(""), before),
      "text/xml",
      "tolls.xml",
    );
    expect(text).toBe(
      "# Tolls\n\nThe toll at Marrow is 41.\n\nSince May.\n\n10⁶\n\na) pay\nb) leave\n\n| Region | Port |\n| --- | --- |\n| North | Marrow |\n| North | Skerry |",
    );
    expect({ title, strategy, note }).toEqual({
      title: "Tolls",
      strategy: "word-xml",
      note: "1 comment was not read.",
    });
  });
});

test("an Excel 2003 XML file has its sheets with the displayed cells", async () => {
  const cell = (type: string, value: string, more = ""): string =>
    `<Cell ${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
  const rows = [
    `<Row>${cell("String", "Region")}${cell("String", "Part")}${cell("String", "Since")}</Row>`,
    `<Row>${cell("String", "North", 'ss:MergeDown="1"')}${cell("Number", "501", 'ss:StyleID="code"')}${cell("DateTime", "2024-03-01T00:00:00.000")}</Row>`,
    `<Row>${cell("Number", "42", 'ss:Index="2" ss:StyleID="code"')}${cell("DateTime", "2024-03-02T18:30:00.000")}</Row>`,
    `<Row ss:Index="9">${cell("Boolean", "1")}${cell("Number", "0.125", 'ss:StyleID="share"')}<Cell><Data ss:Type="String">10<Sup>6</Sup></Data><Comment><Data>Is it?</Data></Comment></Cell></Row>`,
  ];
  const styles =
    '<Styles><Style ss:ID="code"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="share"><NumberFormat ss:Format="Percent"/></Style></Styles>';
  const hidden = `<Worksheet ss:Name="Secret"><Table><Row>${cell("String", "plan")}</Row></Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>`;
  const file =
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
    `${styles}<Worksheet ss:Name="Parts"><Table>${rows.join("")}</Table></Worksheet>${hidden}</Workbook>`;
  const { text, spans, note } = await extract(file, "application/xml", "parts.xml");
  expect(text).toBe(
    "# Parts\n\n| Region | Part | Since |\n| --- | --- | --- |\n| North | 00501 | 2024-03-01 |\n| North | 00042 | 2024-03-02 18:30 |\n| TRUE | 12.50% | 10⁶ |",
  );
  expect(formatLocator(spans!.at(-1)!.locator)).toBe("sheet Parts, row 9");
  expect(note).toBe("1 hidden sheet was not read. 1 comment was not read.");
});

test("the service reads XML of other kinds by its elements", async () => {
  expect((await extract("<document><title>A</title></document>", "application/xml")).strategy).toBe("xml");
  expect((await extract('<Workbook xmlns="urn:other"><a>1</a></Workbook>', "application/xml")).strategy).toBe(
    "xml",
  );
});
