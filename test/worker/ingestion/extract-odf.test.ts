import { expect, test } from "vitest";
import { formatLocator } from "../../../client/src/index.ts";
import { makeZip, XML, type Members } from "../../support/fixtures/documents/make-docx.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";

const TYPE = "application/vnd.oasis.opendocument";
const NAMESPACES =
  'xmlns:office="o" xmlns:text="t" xmlns:table="ta" xmlns:draw="d" xmlns:style="s" xmlns:svg="v" xmlns:presentation="p" xmlns:dc="dc"';

function makeOdf(kind: string, body: string, styles = "", more: Members = {}): Uint8Array {
  return makeZip({
    mimetype: `${TYPE}.${kind}`,
    "content.xml": `${XML}<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "meta.xml": `${XML}<office:document-meta ${NAMESPACES}><office:meta><dc:title>Own title</dc:title></office:meta></office:document-meta>`,
    ...more,
  });
}

test("an OpenDocument text keeps its headings, lists, tables and notes", async () => {
  const styles =
    '<style:style style:name="P1" style:parent-style-name="Title"/>' +
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-bullet text:level="2"/></text:list-style>';
  const note =
    "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Read at noon.</text:p></text:note-body></text:note>";
  const body =
    "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:table-of-content><text:p>Contents</text:p></text:table-of-content>" +
    `<text:p text:style-name="P1">Harbour</text:p><text:h text:outline-level="2">Levels</text:h>` +
    `<text:p>The  level\n rose<text:s text:c="3"/>by${note} <text:span>12 cm</text:span>.<text:line-break/>Next line.<office:annotation><text:p>a remark</text:p></office:annotation></text:p>` +
    '<text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>in</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>' +
    "<table:table><table:table-row><table:table-cell><text:p>Pier</text:p></table:table-cell><table:table-cell><text:p>m</text:p></table:table-cell></table:table-row>" +
    "<table:table-row><table:table-cell><text:p>North</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>" +
    "<text:p><draw:frame><svg:title>picture</svg:title><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame>Beside.</text:p>";
  const extracted = await extract(makeOdf("text", body, styles), "");
  expect(extracted.text).toBe(
    "# Harbour\n\n## Levels\n\nThe level rose by 12 cm.\nNext line.\n\nRead at noon.\n\n1. one\n  - in\n2. two\n\n| Pier | m |\n| --- | --- |\n| North | |\n\nBeside.\n\nIn a box.",
  );
  expect(extracted).toMatchObject({ title: "Own title", strategy: "odt" });
});

test("the extractor reads an OpenDocument presentation slide by slide", async () => {
  const frame = (kind: string, text: string): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const page = (...frames: string[]): string => `<draw:page>${frames.join("")}</draw:page>`;
  const notes = `<presentation:notes>${frame("page-number", "4")}${frame("notes", "Say hello.")}</presentation:notes>`;
  const { text, spans } = await extract(
    makeOdf(
      "presentation",
      page(frame("title", "Boats"), frame("outline", "Two."), notes) + page(frame("outline", "End.")),
    ),
    "",
  );
  expect(text).toBe("## Boats\n\nTwo.\n\nSay hello.\n\nEnd.");
  expect(spans?.map(({ start, locator }) => [text.slice(start, start + 4), formatLocator(locator)])).toEqual([
    ["## B", "slide 1"],
    ["End.", "slide 2"],
  ]);
});

test("the extractor reads a chart in place and once, and skips a damaged chart", async () => {
  const cells = (...row: string[]): string =>
    `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const chart = `${XML}<office:document-content ${NAMESPACES} xmlns:chart="c"><office:body><office:chart><chart:chart><chart:title><text:p>Rain</text:p></chart:title><chart:axis><chart:title><text:p>mm</text:p></chart:title></chart:axis><table:table table:name="local-table"><table:table-header-rows>${cells("", "Pier")}</table:table-header-rows><table:table-rows>${cells("May", "4.5")}${cells("June", "NaN")}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`;
  const frame = (name: string): string => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;
  const more = { "Object 1/content.xml": chart, "Object 2/content.xml": `${chart}<` };
  const slides = `<draw:page>${frame("Object 2")}</draw:page><draw:page>${frame("Object 1")}${frame("Object 1")}</draw:page>`;
  const said = "Rain\n\nmm\n\n| | Pier |\n| --- | --- |\n| May | 4.5 |\n| June | |";
  const read = await extract(makeOdf("presentation", slides.replaceAll("xlink:", ""), "", more), "");
  expect([read.text, read.spans?.[0]?.locator]).toEqual([said, { kind: "slide", slide: 2 }]);
  const text = `<text:p>Above.${frame("Object 1").replace("xlink:", "")}</text:p><text:p>Below.</text:p>`;
  expect((await extract(makeOdf("text", text, "", more), "")).text).toBe(`Above.\n\n${said}\n\nBelow.`);
});

test("an OpenDocument spreadsheet has the displayed cells, with a limit of repeated cells", async () => {
  const cell = (text: string, attributes = ""): string =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = ""): string =>
    `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const body =
    `<table:table table:name="Fleet">${row(cell("Boat") + cell("1 Jan 24", 'office:date-value="2024-01-01"'))}` +
    `${row("<table:table-cell/>", 'table:number-rows-repeated="1048000"')}${row(cell("x", 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"')}` +
    `${row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="500"')}</table:table>` +
    `<table:table table:name="Secret" table:style-name="H">${row(cell("plan"))}</table:table>`;
  const styles = '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>';
  const { text, spans } = await extract(makeOdf("spreadsheet", body, styles), "");
  expect(text).toBe("# Fleet\n\n| Boat | 1 Jan 24 |\n| --- | --- |\n| x | x |\n| x | x |");
  expect(spans?.map(({ locator }) => formatLocator(locator))).toEqual([
    "sheet Fleet",
    "sheet Fleet, row 1",
    "sheet Fleet, row 1048002",
  ]);
});

test("the extractor rejects encrypted and empty OpenDocument files", async () => {
  const manifest = {
    "META-INF/manifest.xml": "<manifest><file-entry><encryption-data/></file-entry></manifest>",
    "content.xml": "noise",
  };
  expect((await refusal(makeOdf("text", "", "", manifest), "")).reason).toContain("password");
  expect((await refusal(makeOdf("text", "<text:p/>"), "")).reason).toBe(
    "This document holds no text. If it has pictures of text, run text recognition (OCR) and upload the result.",
  );
});
