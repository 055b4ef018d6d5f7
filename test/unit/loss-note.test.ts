import { describe, expect, test } from "vitest";
import { CountLimitReached } from "../../src/ingestion/extract/loss/word-sink.ts";
import { LossCount } from "../../src/ingestion/extract/loss/loss-note.ts";
import { WordSketch } from "../../src/ingestion/extract/loss/word-sketch.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { extract } from "../support/fixtures/documents/extract.ts";
import { makeDocx, makeZip, wordParagraph, XML } from "../support/fixtures/documents/make-docx.ts";

const PROSE = "The ferry to Marrow leaves at ten and carries bicycles for two crowns each.";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const note = async (content: string | Uint8Array, type: string, name = "file"): Promise<string> =>
  (await extract(content, type, name)).note ?? "";

describe("the word count", () => {
  const lost = (kept: string, piece: string): number => {
    const sketch = new WordSketch();
    runToCompletion(sketch.addAll(kept));
    return sketch.compare(piece).lost;
  };

  test("the word count keeps a word beside one of its neighbors, in any case, width and ligature spelling", () => {
    expect(lost("THE \ufb01rst co\u00adlumn １２", "The first column 12")).toBe(0);
    expect(lost("one two. Then: three four", "one two three four")).toBe(0);
  });

  test("the word count finds a lost sentence even if other sentences use its words", () => {
    expect(
      lost("the fee is due. A ship waits. Every month has a day", "the ship is waits due every day"),
    ).toBe(7);
    expect(lost("one two three", "four")).toBe(1);
    expect(lost("one two three", "three")).toBe(0);
  });

  test("the word count counts characters in scripts without spaces", () => {
    expect(lost("茶馆在八点开门", "茶馆在八点")).toBe(0);
    expect(lost("茶馆在八点开门", "东京")).toBe(2);
  });

  test("the word count yields during long texts and stops at its limit in long files", () => {
    const sketch = new WordSketch();
    expect([...sketch.addAll("word ".repeat(100_000))].length).toBeGreaterThan(20);
    const count = new LossCount(sketch);
    expect(() => {
      for (let at = 0; at < 1_000; at += 1) count.add(`word word other${at} ${"word ".repeat(2_000)}`, "");
    }).toThrow(CountLimitReached);
    expect(count.share).toBeLessThan(0.01);
  });

  test("the word count handles files of one line, of separators, and with an unclosed tag", async () => {
    expect(await note(`${"a,".repeat(400_000)}b`, "text/csv", "a.csv")).toBe("");
    expect(await note(`["${'","'.repeat(100_000)}"]`, "application/json", "a.json")).toBe("");
    expect(await note(`<p>${PROSE}<nav><p`, "text/html", "a.html")).toBe("");
  });
});

describe("the note about lost words", () => {
  test("the loss note is empty if the reader found all words", async () => {
    expect(await note(makeDocx({ body: wordParagraph(PROSE) }), DOCX)).toBe("");
    expect(
      await note(
        `<html><body><nav>Home About</nav><p>${PROSE}</p><script>lost()</script></body></html>`,
        "text/html",
      ),
    ).toBe("");
    expect(await note("name;fee\nAda;12,5\nBen;3\n", "text/csv")).toBe("");
    expect(await note(JSON.stringify({ name: "Ada\nLovelace", fee: [1.5, null] }), "application/json")).toBe(
      "",
    );
    expect(await note(`<notes><note lang="en">${PROSE}</note></notes>`, "application/xml")).toBe("");
    expect(await note(`{\\rtf1{\\fonttbl{\\f0 Arial;}}\\pard ${PROSE}\\par}`, "application/rtf")).toBe("");
  });

  test("the loss note has the proportion of lost words, and their location if the location has a name", async () => {
    const header = `${XML}<w:hdr ${W}>${wordParagraph("Draft for the council of Marrow, not to be shown before June")}</w:hdr>`;
    expect(
      await note(makeDocx({ body: wordParagraph(PROSE), more: { "word/header1.xml": header } }), DOCX),
    ).toMatch(
      /^About (?:4|5)\d % of the words in this file were not read: they stand in headers and footers\.$/,
    );
  });

  test("the loss note covers RTF", async () => {
    const rtf = `{\\rtf1\\pard ${PROSE}\\par{\\header\\pard Draft for the council, not to be shown before June\\par}}`;
    expect(await note(rtf, "application/rtf")).toMatch(
      /^About \d\d % .*: they stand in headers and footers\.$/,
    );
  });

  test("the loss note covers hidden sheets", async () => {
    const sheet = (index: number): string =>
      `<worksheet><sheetData><row><c t="s"><v>${index}</v></c></row></sheetData></worksheet>`;
    const relation = (id: string, kind: string, target: string): string =>
      `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
    const related = ["worksheet", "worksheet", "sharedStrings"].map((kind, at) =>
      relation(
        `rId${at + 1}`,
        kind,
        kind === "worksheet" ? `worksheets/sheet${at + 1}.xml` : "sharedStrings.xml",
      ),
    );
    const bytes = makeZip({
      "[Content_Types].xml": `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
      "_rels/.rels": `<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/><sheet name="B" state="hidden" r:id="rId2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
      "xl/sharedStrings.xml": `<sst><si><t>${PROSE}</t></si><si><t>Salaries of the crew are paid on Mondays</t></si></sst>`,
      "xl/worksheets/sheet1.xml": sheet(0),
      "xl/worksheets/sheet2.xml": sheet(1),
    });
    expect(await note(bytes, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")).toMatch(
      /: they stand in hidden sheets\.$/,
    );
  });

  test("the loss note covers form fields of a page", async () => {
    const page = `<!doctype html><html><body><p>${PROSE}</p><select><option>Pier one of the harbor</option><option>Pier two behind the lighthouse</option></select></body></html>`;
    expect(await note(page, "text/html")).toMatch(/they stand in form fields\.$/);
  });

  test("the loss note ignores encoded data, prompts of empty fields and tables of contents", async () => {
    const prompt = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${wordParagraph("Click here to choose one of the dates")}</w:sdtContent></w:sdt>`;
    const contents = ["One", "Two", "Three", "Four", "Five", "Six"].map((name) =>
      wordParagraph(`${name} of it all 12`, '<w:pStyle w:val="TOC1"/>'),
    );
    expect(await note(makeDocx({ body: prompt + contents.join("") + wordParagraph(PROSE) }), DOCX)).toBe("");
    const formula = `<m:oMath><m:f><m:num><m:r><m:t>alpha+beta</m:t></m:r></m:num><m:den><m:r><m:t>gamma</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`;
    const paragraph = `<w:p>${formula.repeat(6)}</w:p>`;
    expect(await note(makeDocx({ body: paragraph }), DOCX)).toBe("");
    const picture = JSON.stringify({ text: PROSE, picture: "iVBORw0KGgo".repeat(40) });
    expect(await note(picture, "application/json")).not.toContain("words");
  });
});

test("a wide table keeps the names of empty columns, and a header without rows stays", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `column number ${at}`);
  const long = `a name of ${"many ".repeat(30)}words`;
  const header = await extract(`${names.join(",")}\n`, "text/csv", "a.csv");
  expect(header.text).toContain("- column number 0\n- column number 1\n");
  const row = await extract(`${[...names, long].join(",")}\n${"7,".repeat(59)},9\n`, "text/csv", "a.csv");
  expect(row.text).toContain("- column number 58: 7\n");
  expect(row.text).toContain("- column number 59\n");
  expect(row.text).toContain(`- ${long.trim()}\n`);
  expect([header.note ?? "", row.note ?? ""]).toEqual(["", ""]);
});
