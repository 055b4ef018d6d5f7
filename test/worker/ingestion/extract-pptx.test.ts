import { expect, test } from "vitest";
import {
  chartPart,
  chartPoints,
  chartSeries,
  contentTypes,
  coreProperties,
  diagramPart,
  makeZip,
  relationships,
  XML,
} from "../../support/fixtures/documents/make-docx.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";

const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const NAMESPACES = 'xmlns:p="p" xmlns:a="a" xmlns:r="r"';
const paragraph = (text: string, properties = ""): string =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (placeholder: string | null, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === null ? "" : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
const slide = (shapes: string): string =>
  `${XML}<p:sld ${NAMESPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;

/** Makes slides whose display order differs from the order of their names. */
function makePptx(
  shapes: readonly [string, string, ...string[]],
  more: Record<string, string> = {},
): Uint8Array {
  const slides = Object.fromEntries(shapes.map((each, at) => [`ppt/slides/slide${at + 1}.xml`, slide(each)]));
  return makeZip({
    "[Content_Types].xml": contentTypes("ppt/presentation.xml", "presentationml.presentation.main+xml"),
    "_rels/.rels": relationships([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `${XML}<p:presentation ${NAMESPACES}><p:sldIdLst><p:sldId id="257" r:id="rId2"/><p:sldId id="256" r:id="rId1"/><p:sldId id="258" r:id="rId2"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships([
      ["slide", "slides/slide1.xml"],
      ["slide", "/ppt/slides/slide2.xml"],
    ]),
    "docProps/core.xml": coreProperties("Ferries"),
    ...slides,
    ...more,
  });
}

test("the extractor reads a presentation in display order: titles, lists, tables, then notes", async () => {
  const first =
    shape(null, paragraph("Two boats.")) +
    shape("title", paragraph("Boats")) +
    shape("sldNum", paragraph("7")) +
    shape(
      "body",
      paragraph("Heron") +
        paragraph("slow", '<a:pPr lvl="1"/>') +
        paragraph("Plain", "<a:pPr><a:buNone/></a:pPr>"),
    );
  const cells = (...row: string[]): string =>
    `<a:tr>${row.map((cell) => `<a:tc><a:txBody>${paragraph(cell)}</a:txBody></a:tc>`).join("")}</a:tr>`;
  const second = `<p:graphicFrame><a:graphic><a:tbl>${cells("Boat", "Fare")}${cells("Heron", "4")}</a:tbl></a:graphic></p:graphicFrame>`;
  const auto = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>';
  const bytes = makePptx([second, first + shape(null, paragraph("one", auto) + paragraph("two", auto))], {
    "ppt/slides/_rels/slide2.xml.rels": relationships([["notesSlide", "../notesSlides/notesSlide1.xml"]]),
    "ppt/notesSlides/notesSlide1.xml": slide(
      shape("sldImg", paragraph("picture")) + shape("body", paragraph("Say hello.")),
    ),
  });
  const extracted = await extract(bytes, PPTX);
  const one = "## Boats\n\nTwo boats.\n\n- Heron\n  - slow\n\nPlain\n\n1. one\n2. two\n\nSay hello.";
  expect(extracted.text).toBe(`${one}\n\n| Boat | Fare |\n| --- | --- |\n| Heron | 4 |`);
  expect(extracted).toMatchObject({ title: "Ferries", strategy: "pptx" });
  expect(extracted.spans?.map(({ start, locator }) => [start, locator])).toEqual([
    [0, { kind: "slide", slide: 1 }],
    [one.length + 2, { kind: "slide", slide: 2 }],
  ]);
});

test("a chart follows the text of its slide, with titles, series, categories and values", async () => {
  const series = (name: string, values: string, categories = chartPoints("1st", "2nd")): string =>
    `<c:ser><c:tx><c:strCache>${chartPoints(name)}</c:strCache></c:tx><c:dLbls><c:dLbl><c:tx><a:p><a:r><a:t>label</a:t></a:r></a:p></c:tx></c:dLbl></c:dLbls><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser>`;
  const title = (text: string): string =>
    `<c:title><c:tx><c:rich>${paragraph(text)}</c:rich></c:tx></c:title>`;
  const bytes = makePptx([shape("title", paragraph("Sales")), shape("title", paragraph("Other"))], {
    "ppt/slides/_rels/slide1.xml.rels": relationships([["chart", "../charts/chart1.xml"]]),
    "ppt/charts/chart1.xml": `${XML}<c:chartSpace xmlns:c="c" ${NAMESPACES}><c:chart>${title("By quarter")}<c:plotArea><c:barChart>${series("Tea", chartPoints("8.200000000000001", "3"))}${series("Milk", chartPoints("1"))}${series("Oats", chartPoints("7"), chartPoints("May"))}</c:barChart><c:valAx>${title("Tons")}</c:valAx></c:plotArea></c:chart></c:chartSpace>`,
  });
  expect((await extract(bytes, PPTX)).text).toBe(
    "## Other\n\n## Sales\n\nBy quarter\n\nTons\n\n| | Tea | Milk |\n| --- | --- | --- |\n| 1st | 8.2 | 1 |\n| 2nd | 3 | |\n\n| | Oats |\n| --- | --- |\n| May | 7 |",
  );
});

test("the extractor reads charts and diagrams of a slide in place", async () => {
  const frame = (shown: string): string => `<p:graphicFrame><a:graphic>${shown}</a:graphic></p:graphicFrame>`;
  const shapes = [
    shape(null, paragraph("First.")),
    frame('<c:chart xmlns:c="c" r:id="rId1"/>'),
    shape(null, paragraph("Second.")),
    frame('<dgm:relIds xmlns:dgm="dgm" r:dm="rId2" r:lo="rId7"/>'),
    frame('<c:chart xmlns:c="c" r:id="rId1"/>'),
    shape(null, paragraph("Last.")),
    shape("title", paragraph("Sales")),
  ];
  const bytes = makePptx([shapes.join(""), ""], {
    "ppt/slides/_rels/slide1.xml.rels": relationships([
      ["chart", "../charts/chart1.xml"],
      ["diagramData", "../diagrams/data1.xml"],
    ]),
    "ppt/charts/chart1.xml": chartPart("By month", chartSeries("Tea", ["May"], ["8"])),
    "ppt/diagrams/data1.xml": diagramPart(["Buy", "Brew"]),
  });
  expect((await extract(bytes, PPTX)).text).toBe(
    "## Sales\n\nFirst.\n\nBy month\n\n| | Tea |\n| --- | --- |\n| May | 8 |\n\nSecond.\n\nBuy\n\nBrew\n\nLast.",
  );
});

test("the extractor reads a diagram of 200,000 paragraphs and skips a damaged one", async () => {
  const frame = (id: string): string =>
    `<p:graphicFrame><dgm:relIds xmlns:dgm="dgm" r:dm="${id}"/></p:graphicFrame>`;
  const words = Array.from({ length: 200_000 }, (_, at) => String(at * 7_919));
  const bytes = makePptx([frame("rId1") + frame("rId2"), shape("title", paragraph("Boats"))], {
    "ppt/slides/_rels/slide1.xml.rels": relationships([
      ["diagramData", "../diagrams/data1.xml"],
      ["diagramData", "../diagrams/data2.xml"],
    ]),
    "ppt/diagrams/data1.xml": "<dgm:dataModel",
    "ppt/diagrams/data2.xml": diagramPart(words),
  });
  expect((await extract(bytes, PPTX)).text.split("\n\n")).toEqual(["## Boats", ...words]);
});

test("the extractor rejects a presentation that has only pictures", async () => {
  expect((await refusal(makePptx([shape("dt", paragraph("today")), ""]), PPTX)).reason).toBe(
    "This presentation holds no text. If it has pictures of text, run text recognition (OCR) and upload the result.",
  );
});
