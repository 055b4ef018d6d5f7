import { expect, test } from "vitest";
import { extractOdf } from "../../src/ingestion/extract/office/extract-odf.ts";
import { makeZip } from "../support/fixtures/documents/make-docx.ts";

const NAMES = 'xmlns:office="office" xmlns:text="text" xmlns:draw="draw" xmlns:xlink="xlink"';

/** Makes an OpenDocument text whose only paragraph contains a formula. */
const odtOf = (mathml: string): Uint8Array =>
  makeZip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content ${NAMES}><office:body><office:text><text:p>with <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> in all</text:p></office:text></office:body></office:document-content>`,
    "Object 1/content.xml": `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>${mathml}<annotation encoding="StarMath 5.0">{a} over {b}</annotation></semantics></math>`,
  });

const row = (...inner: string[]): string => `<mrow>${inner.join("")}</mrow>`;
const i = (name: string): string => `<mi>${name}</mi>`;
const n = (number: string): string => `<mn>${number}</mn>`;
const o = (sign: string): string => `<mo>${sign}</mo>`;

test.each([
  [
    "a fraction with a root",
    row(
      i("x"),
      o("="),
      `<mfrac>${row(o("-"), i("b"), o("±"), `<msqrt><msup>${i("b")}${n("2")}</msup>${o("-")}${n("4")}${i("a")}${i("c")}</msqrt>`)}${row(n("2"), i("a"))}</mfrac>`,
    ),
    "x=(-b±√(b²-4ac))/(2a)",
  ],
  [
    "a sum",
    row(`<munderover>${o("∑")}${row(i("i"), o("="), n("1"))}${i("n")}</munderover>`, i("a")),
    "∑_(i=1)ⁿa",
  ],
  [
    "a matrix",
    `<mtable><mtr><mtd>${n("1")}</mtd><mtd>${n("2")}</mtd></mtr><mtr><mtd>${n("3")}</mtd><mtd>${n("4")}</mtd></mtr></mtable>`,
    "[1 2; 3 4]",
  ],
  ["brackets", row(`<mfenced>${row(i("a"), o("+"), i("b"))}</mfenced>`, i("c")), "(a+b)c"],
])("%s of an OpenDocument text stays in place", async (_, mathml, expected) => {
  const { text, note } = await extractOdf(odtOf(mathml), "odt");
  expect(text).toBe(`with ${expected} in all`);
  expect(note).toBe("");
});
