import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { extractDocx } from "../../src/ingestion/extract/office/extract-docx.ts";
import {
  makeDocx,
  makeZip,
  relationships,
  wordParagraph as p,
} from "../support/fixtures/documents/make-docx.ts";

const read = async (body: string, parts: object = {}): Promise<string> =>
  (await extractDocx(makeDocx({ body, ...parts }))).text;
const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text: string, properties = ""): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join("")}</w:tr>`;

/** Related parts of a document: kind, name and content. */
function related(...parts: [kind: string, name: string, content: string | Uint8Array][]): {
  more: Record<string, string | Uint8Array>;
} {
  const links = relationships(parts.map(([kind, name]) => [kind, name]));
  return {
    more: {
      "word/_rels/document.xml.rels": links,
      ...Object.fromEntries(parts.map(([, name, content]) => [`word/${name}`, content])),
    },
  };
}

describe("a form", () => {
  const field = (choice: string, code: string, result = ""): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${choice}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${code} </w:instrText></w:r>` +
    `${result === "" ? "" : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}`}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const list =
    '<w:ddList><w:result w:val="2"/><w:listEntry w:val="Norway"/><w:listEntry w:val="Sweden"/><w:listEntry w:val="Iceland"/></w:ddList>';

  test("a form shows the chosen list entry once", async () => {
    expect(await read(`<w:p>${run("Country: ")}${field(list, "FORMDROPDOWN")}</w:p>`)).toBe(
      "Country: Iceland",
    );
    expect(
      await read(`<w:p>${run("Country: ")}${field(list, "FORMDROPDOWN", "Iceland")}${run(" it is")}</w:p>`),
    ).toBe("Country: Iceland it is");
    const first = list.replace('<w:result w:val="2"/>', "");
    expect(await read(`<w:p>${run("Country: ")}${field(first, "FORMDROPDOWN")}</w:p>`)).toBe(
      "Country: Norway",
    );
  });

  test("a form shows the state of its boxes", async () => {
    const box = (state: string): string =>
      field(`<w:checkBox><w:sizeAuto/>${state}</w:checkBox>`, "FORMCHECKBOX");
    const boxes = `${box("<w:default w:val='0'/><w:checked/>")}${run(" yes ")}${box("<w:default w:val='0'/>")}${run(" no ")}`;
    const others = `${box("<w:default w:val='1'/>")}${run(" later ")}${box("<w:default w:val='1'/><w:checked w:val='0'/>")}${run(" never")}`;
    expect(await read(`<w:p>${boxes}${others}</w:p>`)).toBe("☒ yes ☐ no ☒ later ☐ never");
  });

  test("a form keeps typed text", async () =>
    expect(await read(`<w:p>${run("Name: ")}${field("<w:textInput/>", "FORMTEXT", "Ada Byron")}</w:p>`)).toBe(
      "Name: Ada Byron",
    ));
});

describe("a content control", () => {
  const control = (properties: string, content: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

  test("the text omits the prompt of a content control", async () => {
    const prompt = control("<w:showingPlcHdr/><w:text/>", p("Click or tap here to enter text."));
    expect(await read(`${prompt}${p("Fee: 41")}`)).toBe("Fee: 41");
    const filled = control("<w:showingPlcHdr w:val='0'/><w:text/>", run("41 crowns"));
    const inLine = control(
      "<w:dropDownList><w:listItem w:value='a'/></w:dropDownList><w:showingPlcHdr/>",
      run("Choose an item."),
    );
    expect(await read(`<w:p>${run("Fee: ")}${filled}${inLine}${run(" a day")}</w:p>`)).toBe(
      "Fee: 41 crowns a day",
    );
  });

  test("the text keeps the content of nested controls, and of controls around rows and cells", async () => {
    const inner = control("<w:showingPlcHdr/>", run("Click here."));
    expect(await read(control("", `<w:p>${run("before ")}${inner}${run("after")}</w:p>`))).toBe(
      "before after",
    );
    const table = `<w:tbl>${row(cell("Item"), cell("Price"))}${control("", row(control("", cell("Capstan")), cell("3900")))}</w:tbl>`;
    expect(await read(table)).toBe("| Item | Price |\n| --- | --- |\n| Capstan | 3900 |");
  });
});

describe("an embedded document", () => {
  const chunk = (name: string, content: string | Uint8Array) =>
    extractDocx(
      makeDocx({
        body: `${p("Before.")}<w:altChunk r:id="rId1"/>${p("After.")}`,
        ...related(["aFChunk", name, content]),
      }),
    );

  test.each([
    ["a page", "chunk.html", "<html><body><p>The reef lies at 14 metres.</p></body></html>"],
    ["a page without its usual tags", "chunk.htm", "<p>The reef lies at 14 metres.</p>"],
    ["a plain text", "chunk.txt", "The reef lies at 14 metres."],
    ["an RTF document", "chunk.rtf", "{\\rtf1\\ansi The reef lies at 14 metres.\\par}"],
    ["a Word document", "chunk.docx", makeDocx({ body: p("The reef lies at 14 metres.") })],
    [
      "a saved page",
      "chunk.mht",
      "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>The reef lies at 14 metres.</p>",
    ],
  ])("the extractor reads an embedded document of type %s in place", async (_, name, content) => {
    const { text, note } = await chunk(name, content);
    expect(text).toMatch(/^Before\.\n\n(?:.+\n\n)?The reef lies at 14 metres\.\n\nAfter\.$/);
    expect(note).toBe("");
  });

  test("the note counts an unreadable embedded document", async () => {
    const { text, note } = await chunk("chunk.docx", makeZip({ "a.txt": "no document" }));
    expect(text).toBe("Before.\n\nAfter.");
    expect(note).toBe("1 imported document was not read.");
  });

  test("the extractor skips documents inside an embedded document", async () => {
    const inner = makeDocx({
      body: `${p("Inner.")}<w:altChunk r:id="rId1"/>`,
      ...related(["aFChunk", "c.txt", "deep"]),
    });
    expect((await chunk("chunk.docx", inner)).text).toBe("Before.\n\nInner.\n\nAfter.");
  });
});

describe("a table", () => {
  test("a table repeats a value that spans rows in each row", async () => {
    const rows = [
      row(cell("Region"), cell("Port"), cell("Fee")),
      row(cell("North", '<w:vMerge w:val="restart"/>'), cell("Marrow"), cell("12")),
      row(cell("", "<w:vMerge/>"), cell("Skerry"), cell("14")),
      row(cell("", '<w:vMerge w:val="continue"/>'), cell("Stanhope"), cell("15")),
      row(cell("South"), cell("Lyde"), cell("9")),
    ];
    expect(await read(`<w:tbl>${rows.join("")}</w:tbl>`)).toBe(
      "| Region | Port | Fee |\n| --- | --- | --- |\n| North | Marrow | 12 |\n| North | Skerry | 14 |\n| North | Stanhope | 15 |\n| South | Lyde | 9 |",
    );
  });

  test("a table keeps the columns of rows with an offset and of wide cells", async () => {
    const wide = '<w:gridSpan w:val="2"/>';
    const rows = [
      row(cell("Port", '<w:vMerge w:val="restart"/>'), cell("2025", wide), cell("2026", wide)),
      row(cell("", "<w:vMerge/>"), cell("In"), cell("Out"), cell("In"), cell("Out")),
      row(cell("Marrow"), cell("1"), cell("2"), cell("3"), cell("4")),
      `<w:tr><w:trPr><w:gridBefore w:val="3"/></w:trPr>${cell("sum in")}${cell("sum out")}</w:tr>`,
    ];
    expect((await read(`<w:tbl>${rows.join("")}</w:tbl>`)).split("\n")).toEqual([
      "| Port | 2025 | | 2026 | |",
      "| --- | --- | --- | --- | --- |",
      "| Port | In | Out | In | Out |",
      "| Marrow | 1 | 2 | 3 | 4 |",
      "| | | | sum in | sum out |",
    ]);
  });
});

describe("superscript and subscript numbers", () => {
  const up = '<w:vertAlign w:val="superscript"/>';
  const down = '<w:vertAlign w:val="subscript"/>';

  test("superscript and subscript numbers differ from their neighbors", async () => {
    const water = `${run("H")}${run("2", down)}${run("O and 10")}${run("6", up)}${run(" cells")}`;
    expect(await read(`<w:p>${water}</w:p>`)).toBe("H₂O and 10⁶ cells");
    expect(await read(`<w:p>${run("about 10")}${run("1", up)}${run("2", up)}${run(" of them")}</w:p>`)).toBe(
      "about 10¹² of them",
    );
    expect(await read(`<w:p>${run("revenue 4,100")}${run("3", up)}${run(" crowns")}</w:p>`)).toBe(
      "revenue 4,100 [3] crowns",
    );
  });

  test("a style may set superscript, and a run may reset it", async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>' +
      '<w:style w:type="character" w:styleId="Higher"><w:name w:val="Higher"/><w:basedOn w:val="Up"/></w:style>';
    const styled = '<w:rStyle w:val="Higher"/>';
    const body = `<w:p>${run("5 m")}${run("2", styled)}${run(" and 5 m")}${run("2", `${styled}<w:vertAlign w:val="baseline"/>`)}</w:p>`;
    expect(await read(body, { styles })).toBe("5 m² and 5 m2");
  });
});

test("a legal list has digits on every level, even if a level above has another format", async () => {
  const levels =
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Article %1"/></w:lvl>' +
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl>' +
    '<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl w:val="0"/><w:lvlText w:val="%1.%2.%3"/></w:lvl>';
  const numbering = `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const item = (level: number, text: string): string =>
    p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`);
  const body = [
    item(0, "Definitions"),
    item(1, "Ship"),
    item(1, "Port"),
    item(0, "Duties"),
    item(1, "Fee"),
    item(2, "Late"),
  ].join("");
  expect(await read(body, { numbering })).toBe(
    "Article I Definitions\n  1.1 Ship\n  1.2 Port\nArticle II Duties\n  2.1 Fee\n    II.1.1 Late",
  );
});

test("the next paragraph continues a paragraph whose mark a tracked change deleted, even at the end of a cell or note", async () => {
  const joined = (text: string): string =>
    `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run(text)}</w:p>`;
  expect(await read(`${joined("First half ")}${p("and the second.")}${p("Next.")}`)).toBe(
    "First half and the second.\n\nNext.",
  );
  const footnotes = `<w:footnote w:id="2">${joined("Read at noon.")}</w:footnote>`;
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const table = `<w:tbl>${row(`<w:tc>${joined("Pier")}</w:tc>`, cell("Depth"))}</w:tbl>`;
  expect(await read(`<w:p>${run("Level.")}${note}</w:p>${table}${joined("Last.")}`, { footnotes })).toBe(
    "Level.\n\nRead at noon.\n\n| Pier | Depth |\n| --- | --- |\n\nLast.",
  );
});

test("the note counts unread embedded files and comments", async () => {
  const comments = `<w:comments xmlns:w="w"><w:comment w:id="1">${p("Is it?")}</w:comment><w:comment w:id="2">${p("No.")}</w:comment></w:comments>`;
  const parts = related(
    ["oleObject", "a.bin", strToU8("x")],
    ["package", "b.xlsx", strToU8("x")],
    ["comments", "comments.xml", comments],
  );
  const { text, note } = await extractDocx(makeDocx({ body: p("Text."), ...parts }));
  expect(text).toBe("Text.");
  expect(note).toBe("2 embedded files were not read. 2 comments were not read.");
});
