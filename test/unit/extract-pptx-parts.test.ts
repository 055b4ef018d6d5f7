import { describe, expect, test } from "vitest";
import { extractPptx } from "../../src/ingestion/extract/office/extract-pptx.ts";
import {
  contentTypes,
  makeZip,
  type Members,
  relationships,
  XML,
} from "../support/fixtures/documents/make-docx.ts";

const A = 'xmlns:p="p" xmlns:a="a" xmlns:m="m" xmlns:a14="a14" xmlns:mc="mc" xmlns:r="r"';
const run = (text: string, properties = ""): string => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
const shape = (content: string): string => `<p:sp><p:txBody><a:p>${content}</a:p></p:txBody></p:sp>`;

/**
 * Makes a presentation with one slide.
 * @param content of its shape tree
 * @param related parts of the slide
 */
function makePptx(
  content: string,
  related: readonly (readonly [string, string])[] = [],
  more: Members = {},
): Uint8Array {
  return makeZip({
    "[Content_Types].xml": contentTypes("ppt/presentation.xml", "presentationml.presentation.main+xml"),
    "_rels/.rels": relationships([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `${XML}<p:presentation ${A}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships([["slide", "slides/slide1.xml"]]),
    "ppt/slides/slide1.xml": `${XML}<p:sld ${A}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`,
    "ppt/slides/_rels/slide1.xml.rels": relationships(related),
    ...more,
  });
}

describe("a slide", () => {
  test("a slide distinguishes superscript and subscript numbers from their neighbors", async () => {
    const water = shape(
      `${run("H")}${run("2", 'baseline="-25000"')}${run("O and 10")}${run("6", 'baseline="30000"')}${run(" cells")}`,
    );
    const plain = shape(`${run("5 m")}${run("2", 'baseline="0"')}`);
    expect((await extractPptx(makePptx(water + plain))).text).toBe("H₂O and 10⁶ cells\n\n5 m2");
  });

  test("a slide keeps the symbols of a formula", async () => {
    const t = (text: string): string => `<m:r><a:rPr/><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${t("a+b")}</m:num><m:den>${t("c+d")}</m:den></m:f>`;
    const formula = `<mc:AlternateContent><mc:Choice><a14:m><m:oMathPara><m:oMath>${t("k=")}${fraction}</m:oMath></m:oMathPara></a14:m></mc:Choice></mc:AlternateContent>`;
    expect((await extractPptx(makePptx(shape(`${run("with ")}${formula}${run(" in all")}`)))).text).toBe(
      "with k=(a+b)/(c+d) in all",
    );
  });

  test("a table repeats a value that spans rows in each row", async () => {
    const cell = (text: string, merge = ""): string =>
      `<a:tc ${merge}><a:txBody><a:p>${run(text)}</a:p></a:txBody></a:tc>`;
    const rows = [
      [cell("Region"), cell("Port")],
      [cell("North", 'rowSpan="2"'), cell("Marrow")],
      [cell("", 'vMerge="1"'), cell("Skerry")],
    ];
    const table = rows.map((cells) => `<a:tr>${cells.join("")}</a:tr>`).join("");
    expect(
      (await extractPptx(makePptx(`<p:graphicFrame><a:tbl>${table}</a:tbl></p:graphicFrame>`))).text,
    ).toBe("| Region | Port |\n| --- | --- |\n| North | Marrow |\n| North | Skerry |");
  });
});

test("the note counts unread embedded files and comments of slides", async () => {
  const related = [
    ["oleObject", "../embeddings/a.bin"],
    ["comments", "../comments/comment1.xml"],
  ] as const;
  const comments = `${XML}<p:cmLst xmlns:p="p"><p:cm><p:text>Is it?</p:text></p:cm><p:cm><p:text>No.</p:text></p:cm></p:cmLst>`;
  const { text, note } = await extractPptx(
    makePptx(shape(run("Text")), related, { "ppt/comments/comment1.xml": comments }),
  );
  expect(text).toBe("Text");
  expect(note).toBe("1 embedded file was not read. 2 comments were not read.");
});
