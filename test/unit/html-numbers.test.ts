import { describe, expect, test } from "vitest";
import { extract } from "../support/fixtures/documents/extract.ts";

/** Returns the text of a page, and its text when read without a tree. */
async function textsOf(body: string): Promise<string[]> {
  const deep = `${"<div>".repeat(5_000)}${body}`;
  return await Promise.all([body, deep].map(async (html) => (await extract(html, "text/html")).text));
}

describe("superscript and subscript figures differ from the number before them", () => {
  test.each([
    ["H<sub>2</sub>O at 10<sup>6</sup> cells", "H₂O at 10⁶ cells"],
    [
      "4,100<sup>3</sup> crowns, about 2<sup>10</sup>, at 5 m<sup>2</sup>",
      "4,100 [3] crowns, about 2¹⁰, at 5 m²",
    ],
    [
      'paid 12<sup><a href="#fn1">1</a></sup> and 13<a href="#fn2"><sup>2</sup></a>',
      "paid 12 [1] and 13 [2]",
    ],
    ['<a href="#m">5 m<sup>2</sup></a> of <sup>14</sup>C', "5 m² of ¹⁴C"],
    ["2<sup>3<sup>4</sup></sup> and x<sub>i<sub>j</sub></sub>", "2^(3⁴) and x_(i_(j))"],
    ["the 1<sup>st</sup> of May<sup>*</sup>", "the 1st of May*"],
    ["a<sup>2<p>b</p>", "a2\n\nb"],
  ])("%s", async (html, expected) => {
    expect(await textsOf(`<p>${html}`)).toEqual([expected, expected]);
  });
});

describe("list items have their displayed numbers", () => {
  test.each([
    ["a start and a value", "<ol start=3><li>a<li value=7>b<li>c</ol>", "3. a\n7. b\n8. c"],
    ["counting down", "<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c"],
    ["counting down from a start", "<ol reversed start=9><li>a<li>b</ol>", "9. a\n8. b"],
    ["letters", "<ol type=a start=26><li>a<li>b</ol>", "z. a\naa. b"],
    ["Roman numbers", "<ol type=I><li>a<li>b<li>c<li value=14>d</ol>", "I. a\nII. b\nIII. c\nXIV. d"],
    [
      "a list within a list that counts down",
      "<ol reversed><li>a<ol><li>x<li>y</ol><li>b</ol>",
      "2. a\n\n  1. x\n  2. y\n\n1. b",
    ],
    ["a number that is none", '<ol start="x"><li value="">a</ol>', "1. a"],
  ])("%s", async (_, html, expected) => {
    expect(await textsOf(html)).toEqual([expected, expected]);
  });

  test("list items have numbers in the declared list style", async () => {
    expect(
      (await extract('<ol style="list-style-type: lower-alpha"><li>a<li>b</ol>', "text/html")).text,
    ).toBe("a. a\nb. b");
  });
});

describe("formulas appear once with their meaning", () => {
  const frac =
    "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi><mo>+</mo><mi>d</mi></mrow></mfrac>";

  test.each([
    ["a fraction", `<mi>x</mi><mo>=</mo>${frac}`, "x=(a+b)/(c+d)"],
    [
      "its TeX beside it",
      `<semantics><mrow>${frac}</mrow><annotation encoding="application/x-tex">\\frac</annotation></semantics>`,
      "(a+b)/(c+d)",
    ],
    [
      "its TeX alone",
      '<semantics><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics>',
      "\\frac{a}{b}",
    ],
    [
      "a root of a difference",
      "<mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>-</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt>",
      "±√(b²-4ac)",
    ],
    ["a cube root", "<mroot><mi>x</mi><mn>3</mn></mroot>", "³√x"],
    [
      "a sum",
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>",
      "∑_(i=1)ⁿa_(i)",
    ],
    ["an integral", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>", "∫₀¹x"],
    [
      "a matrix",
      "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>)</mo>",
      "[1 2; 3 4]",
    ],
    [
      "brackets",
      "<mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo><mi>c</mi><mfenced><mi>x</mi><mi>y</mi></mfenced>",
      "(a+b)c(x,y)",
    ],
    ["a function's name", "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"],
    ["a mean", "<mover><mi>x</mi><mo>¯</mo></mover>", "x̄"],
  ])("%s", async (_, markup, expected) => {
    const page = `<p>So <math>${markup}</math> holds.`;
    expect(await textsOf(page)).toEqual([`So ${expected} holds.`, `So ${expected} holds.`]);
  });

  test("TeX for a script stays unchanged", async () => {
    const page = '<p>So <script type="math/tex">a<b^2</script> holds.';
    expect(await textsOf(page)).toEqual(["So \\(a<b^2\\) holds.", "So \\(a<b^2\\) holds."]);
  });

  test("the extractor reads 10,000 nested elements as one formula", async () => {
    expect((await textsOf(`<p>So <math>${"<mfrac><mi>a</mi>".repeat(10_000)}</math> holds.`))[1]).toContain(
      "holds.",
    );
  });
});
