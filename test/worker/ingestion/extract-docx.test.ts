import { describe, expect, test } from "vitest";
import {
  chartPart,
  chartSeries,
  diagramPart,
  makeDocx,
  makeZip,
  relationships,
  wordParagraph,
  wordTable,
} from "../../support/fixtures/documents/make-docx.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const p = wordParagraph;
const run = (inner: string): string => `<w:r>${inner}</w:r>`;
const textOf = async (body: string, more: object = {}): Promise<string> =>
  (await extract(makeDocx({ body, ...more }), DOCX)).text;

describe("a Word document", () => {
  test("a Word document has headings by style, for any name and base of the style", async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Ring"><w:name w:val="Ring"/><w:basedOn w:val="Ring"/></w:style>';
    const styled = (id: string, text: string): string => p(text, `<w:pStyle w:val="${id}"/>`);
    const body = [
      styled("Titel", "The harbour"),
      styled("TOC1", "Levels\t3"),
      styled("Kapitel", "Levels"),
      styled("Own", "At night"),
      styled("Ring", "Words."),
      p("By itself", '<w:outlineLvl w:val="1"/>'),
    ].join("");
    const extracted = await extract(makeDocx({ body, styles, title: "A harbour &amp; its tides" }), DOCX);
    expect(extracted.text).toBe("# The harbour\n\n# Levels\n\n### At night\n\nWords.\n\n## By itself");
    expect(extracted).toMatchObject({ title: "A harbour & its tides", strategy: "docx", pages: [] });
  });

  test("a Word document keeps tracked insertions and omits deletions, moves, hidden text and field codes", async () => {
    const body =
      `<w:p>${run("<w:t>It costs </w:t>")}<w:ins>${run("<w:t>nine</w:t>")}</w:ins><w:del>${run("<w:delText>eight</w:delText>")}</w:del>` +
      `<w:moveFrom>${run("<w:t>gone</w:t>")}</w:moveFrom><w:moveTo>${run("<w:t> euros</w:t>")}</w:moveTo>` +
      `${run("<w:instrText> PAGE </w:instrText>")}${run("<w:rPr><w:vanish/></w:rPr><w:t>secret</w:t>")}` +
      `<w:hyperlink r:id="x">${run("<w:t> a day</w:t>")}</w:hyperlink>${run("<w:rPr><w:vanish w:val='0'/></w:rPr><w:t>.</w:t>")}</w:p>`;
    expect(await textOf(body)).toBe("It costs nine euros a day.");
  });

  test("symbols of Symbol and Wingdings become Unicode, and a hidden paragraph mark does not hide runs", async () => {
    const sign = (font: string, char: string): string => run(`<w:sym w:font="${font}" w:char="${char}"/>`);
    const said = (text: string, font: string): string =>
      run(`<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr><w:t>${text}</w:t>`);
    const mark = '<w:pPr><w:rPr><w:rFonts w:ascii="Symbol"/><w:vanish/></w:rPr></w:pPr>';
    const signs = [
      sign("Symbol", "F061"),
      sign("Wingdings", "F0FC"),
      sign("Wingdings", "00E0"),
      sign("Own", "F061"),
    ].join("");
    const letters = said("\uf0a3", "Symbol") + said("\uf0a3a", "Arial");
    expect(await textOf(`<w:p>${mark}${run("<w:t>\uf0a3</w:t>")}${signs}${letters}</w:p>`)).toBe(
      "\uf0a3α✓→≤\uf0a3a",
    );
  });

  test("the extractor numbers lists as Word does", async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>' +
      '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
      '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>';
    const item = (list: number, level: number, text: string): string =>
      p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
    const body = [
      item(1, 0, "a"),
      item(1, 1, "b"),
      item(1, 1, "c"),
      item(1, 0, "d"),
      item(1, 1, "e"),
      item(2, 0, "f"),
      item(3, 0, "g"),
      item(0, 0, "h"),
    ];
    const text = await textOf(body.join(""), { numbering });
    expect(text).toBe("3. a\n  3.a) b\n  3.b) c\n4. d\n  4.a) e\n- f\n1. g\n\nh");
  });

  test("tables become Markdown with merged and nested cells, and a table of one column becomes text", async () => {
    const nested = `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p("Both|sides")}</w:tc></w:tr><w:tr><w:tc>${wordTable([["in", "ner"]])}</w:tc><w:tc>${p("two")}${p("lines")}</w:tc></w:tr></w:tbl>`;
    expect(
      await textOf(
        wordTable([
          ["Pier", "Depth"],
          ["North", "7.5"],
        ]) +
          nested +
          wordTable([["framed"]]),
      ),
    ).toBe(
      "| Pier | Depth |\n| --- | --- |\n| North | 7.5 |\n\n| Both\\|sides | |\n| --- | --- |\n| in ner | two lines |\n\nframed",
    );
  });

  test("notes and text boxes follow their paragraph, each once", async () => {
    const footnotes = `<w:footnote w:type="separator" w:id="-1">${p("-----")}</w:footnote><w:footnote w:id="2">${p("Read at noon.")}</w:footnote>`;
    const box = `<mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>${p("In a box.")}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:txbxContent>${p("In a box.")}</w:txbxContent></mc:Fallback></mc:AlternateContent>`;
    const reference = run('<w:footnoteReference w:id="2"/>');
    const body = `<w:p>${run("<w:t>The level</w:t>")}${reference}${reference}${run(box)}${run("<w:t> rose.</w:t>")}</w:p>${p("After.")}`;
    expect(await textOf(body, { footnotes })).toBe("The level rose.\n\nRead at noon.\n\nIn a box.\n\nAfter.");
  });

  test("DrawingML text boxes and tables follow their paragraph, and those of a cell stay in the cell", async () => {
    const drawn = (text: string): string => `<a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody>`;
    const cells = ["Way", "North"].map((text) => `<a:tc>${drawn(text)}</a:tc>`).join("");
    const shown = `<a:sp><a:txSp>${drawn("In a shape.")}</a:txSp></a:sp><a:tbl><a:tr>${cells}</a:tr></a:tbl>`;
    const canvas = run(`<w:drawing xmlns:a="a"><a:graphic>${shown}</a:graphic></w:drawing>`);
    const anchored = `<w:p>${canvas}${run("<w:t>As drawn.</w:t>")}</w:p>`;
    const inCell = `<w:tbl><w:tr><w:tc><w:p>${run(`<w:drawing xmlns:a="a">${drawn("beside")}</w:drawing>`)}${run("<w:t>Cell</w:t>")}</w:p></w:tc><w:tc>${p("Depth")}</w:tc></w:tr></w:tbl>`;
    expect(await textOf(`${p("Before.")}${anchored}${inCell}${p("After.")}`)).toBe(
      "Before.\n\nAs drawn.\n\nIn a shape.\n\n| Way | North |\n| --- | --- |\n\n| Cell beside | Depth |\n| --- | --- |\n\nAfter.",
    );
  });

  test("charts and diagrams follow their paragraph, each once", async () => {
    const drawing = (shown: string): string =>
      run(`<w:drawing><a:graphic xmlns:a="a" xmlns:c="c" xmlns:dgm="dgm">${shown}</a:graphic></w:drawing>`);
    const [chart, diagram] = [
      drawing('<c:chart r:id="rId1"/>'),
      drawing('<dgm:relIds r:dm="rId2" r:lo="rId9"/>'),
    ];
    const [again, damaged] = [drawing('<c:chart r:id="rId3"/>'), drawing('<c:chart r:id="rId4"/>')];
    const more = {
      "word/_rels/document.xml.rels": relationships([
        ["chart", "charts/chart1.xml"],
        ["diagramData", "diagrams/data1.xml"],
        ["chart", "charts/chart1.xml"],
        ["chart", "charts/chart2.xml"],
        ["chart", "charts/chart3.xml"],
      ]),
      "word/charts/chart1.xml": chartPart("Levels", chartSeries("North", ["May", "June"], ["7.5", "8"])),
      "word/charts/chart2.xml": "<c:chartSpace",
      "word/charts/chart3.xml": chartPart("Deleted", ""),
      "word/diagrams/data1.xml": diagramPart(["Gauge", "Harbour office"]),
    };
    const deleted = `<w:p><w:del>${drawing('<c:chart r:id="rId5"/>')}</w:del></w:p>`;
    const body = `${p("Before.")}<w:p>${chart}${run("<w:t>As drawn.</w:t>")}${again}${damaged}</w:p>${deleted}<w:tbl><w:tr><w:tc>${p("Way")}</w:tc><w:tc><w:p>${diagram}</w:p></w:tc></w:tr></w:tbl>${p("After.")}`;
    const table = "| | North |\n| --- | --- |\n| May | 7.5 |\n| June | 8 |";
    expect(await textOf(body, { more })).toBe(
      `Before.\n\nAs drawn.\n\nLevels\n\n${table}\n\n| Way | Gauge Harbour office |\n| --- | --- |\n\nAfter.`,
    );
  });

  test("the extractor skips a chart beyond the limit and reads its document", async () => {
    // Uneven numbers, because a higher compression ratio would be rejected.
    const long = Array.from({ length: 150_000 }, (_, at) => at * 7_919)
      .join(" ")
      .slice(0, 1024 * 1024);
    const charts = Array.from({ length: 9 }, (_, at) => `charts/chart${at}.xml`);
    const more = {
      "word/_rels/document.xml.rels": relationships(charts.map((target) => ["chart", target])),
      ...Object.fromEntries(
        charts.map((target, at) => [`word/${target}`, chartPart(`Number ${at}`, `<c:f>${long}</c:f>`)]),
      ),
    };
    const shown = charts.map((_, at) =>
      run(`<w:drawing><c:chart xmlns:c="c" r:id="rId${at + 1}"/></w:drawing>`),
    );
    const text = await textOf(`<w:p>${shown.join("")}${run("<w:t>Nine charts.</w:t>")}</w:p>`, { more });
    expect(text).toBe(["Nine charts.", ...Array.from({ length: 7 }, (_, at) => `Number ${at}`)].join("\n\n"));
  });

  test("the extractor reads only one of several equivalent contents", async () => {
    const box = (text: string): string => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    const alternate = (...contents: string[]): string =>
      `<mc:AlternateContent>${contents.join("")}</mc:AlternateContent>`;
    const choice = (content: string): string => `<mc:Choice>${content}</mc:Choice>`;
    const fallback = (content: string): string => `<mc:Fallback>${content}</mc:Fallback>`;
    const nested = box("outer") + alternate(choice(box("inner")), fallback(box("inner")));
    const body = [
      alternate(choice(box("one")), choice(box("one")), fallback(box("one"))),
      alternate(fallback(box("two"))),
      alternate(choice(nested), fallback(nested)),
    ];
    expect(await textOf(body.map((each) => `<w:p>${run(each)}</w:p>`).join(""))).toBe(
      "one\n\ntwo\n\nouter\n\ninner",
    );
  });

  test("the service detects a Word document by its content, not by name or declared type", async () => {
    const bytes = makeDocx({ body: p("Hello") });
    for (const type of ["application/octet-stream", "application/zip", "application/pdf", "text/plain", ""]) {
      expect(await extract(bytes, type, "notes.txt")).toMatchObject({ text: "Hello", strategy: "docx" });
    }
  });

  test("the bytes of a Word document overrule another declared type", async () => {
    expect(
      await extract("<html><body><p>Exported</p></body></html>", "application/msword", "a.doc"),
    ).toMatchObject({ text: "Exported" });
    expect(await extract("Just words", DOCX, "a.docx")).toMatchObject({
      text: "Just words",
      strategy: "text",
    });
    expect((await refusal(makeZip({ "a.txt": "Hello" }), DOCX, "a.docx")).reason).toContain("Unpack it");
  });
});

describe("unreadable files get a remedy", () => {
  const ole = (stream: string): Uint8Array => {
    const bytes = new Uint8Array(2_048);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    for (let at = 0; at < stream.length; at += 1) bytes[1_024 + 2 * at] = stream.charCodeAt(at);
    return bytes;
  };

  test.each([
    ["WordDocument", ".docx"],
    ["Workbook", ".xlsx"],
    ["PowerPoint Document", ".pptx"],
    ["EncryptedPackage", "password"],
    ["__properties_version1.0", ".eml"],
  ])("the error for an unreadable file contains a remedy: %s", async (stream, word) =>
    expect((await refusal(ole(stream), "application/octet-stream", "x")).reason).toContain(word),
  );

  test("the extractor rejects a document without text, a damaged one, and one with a document type", async () => {
    expect((await refusal(makeDocx({ body: p(" ") }), DOCX)).reason).toBe(
      "This document holds no text. If it has pictures of text, run text recognition (OCR) and upload the result.",
    );
    expect((await refusal(makeDocx({ body: p("Hello") }).slice(0, -30), DOCX)).reason).toContain("damaged");
    const laughs = `<!DOCTYPE w:document [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>`;
    const bytes = makeDocx({
      body: "",
      more: {
        "word/document.xml": `${laughs}<w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
      },
    });
    expect((await refusal(bytes, DOCX)).reason).toContain("document type");
  });
});
