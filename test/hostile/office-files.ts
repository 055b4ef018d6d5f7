import { deflateRawSync } from "node:zlib";
import {
  makeDocx,
  makeZip,
  relationships,
  contentTypes,
  wordParagraph,
  XML,
} from "../support/fixtures/documents/make-docx.ts";
import { packZip, type Packed } from "./pack-zip.ts";

const MEBIBYTE = 1024 * 1024;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DOCX_TYPES = contentTypes("word/document.xml", "wordprocessingml.document.main+xml");
const XLSX_TYPES = contentTypes("xl/workbook.xml", "spreadsheetml.sheet.main+xml");
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")}]>`;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A Word document whose main part is packed by hand. */
function docxOf(document: Partial<Packed> & { readonly content: Uint8Array }): Uint8Array {
  return packZip([
    { name: "[Content_Types].xml", content: ascii(DOCX_TYPES) },
    { name: "_rels/.rels", content: ascii(relationships([["officeDocument", "word/document.xml"]])) },
    { name: "word/document.xml", ...document },
  ]);
}

/**
 * A workbook of one sheet.
 * @param rows the content of `sheetData`
 */
function workbookOf(rows: string, shared = ""): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return makeZip({
    "[Content_Types].xml": XLSX_TYPES,
    "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${XML}<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ]),
    "xl/worksheets/sheet1.xml": `${XML}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `${XML}<sst xmlns="${main}">${shared}</sst>`,
  });
}

const paragraphs = (count: number): Uint8Array =>
  ascii(`${XML}<w:document ${W}><w:body>${"<w:p/>".repeat(count)}</w:body></w:document>`);

type Maker = readonly [why: string, make: () => Uint8Array];

export const docxFiles: Readonly<Record<string, Maker>> = {
  "docx-bomb": ["90 MiB of empty paragraphs in 90 KB", () => docxOf({ content: paragraphs(15 * MEBIBYTE) })],
  "docx-lying-bomb": [
    "90 MiB that are said to be 1,000 bytes",
    () => docxOf({ content: paragraphs(15 * MEBIBYTE), said: 1_000 }),
  ],
  "docx-lying-zip64": [
    "2^60 bytes, by a field of 64 bits",
    () => docxOf({ content: paragraphs(9), said64: 2n ** 60n }),
  ],
  "docx-laughs": [
    "a billion laughs",
    () =>
      makeDocx({
        body: wordParagraph("&l9;"),
        more: {
          "word/document.xml": `${XML}${LAUGHS}<w:document ${W}><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>`,
        },
      }),
  ],
  "docx-nested": [
    "200,000 elements, each in the one before",
    () => makeDocx({ body: "<w:ins>".repeat(200_000) + "</w:ins>".repeat(200_000) }),
  ],
  "docx-tables-in-tables": [
    "tables in tables, as deep as is read",
    () =>
      makeDocx({
        body: `${"<w:tbl><w:tr><w:tc>".repeat(60)}${wordParagraph("deep").repeat(2_000)}${"</w:tc></w:tr></w:tbl>".repeat(60)}`,
      }),
  ],
  "docx-runs": [
    "a million runs of one letter in one paragraph",
    () => makeDocx({ body: `<w:p>${"<w:r><w:t>a</w:t></w:r>".repeat(1_000_000)}</w:p>` }),
  ],
  "docx-attributes": [
    "an element of 200,000 attributes",
    () => makeDocx({ body: `<w:p ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(" ")}/>` }),
  ],
  "docx-styles-in-a-circle": [
    "10,000 styles, each based on the next, the last one on the first",
    () =>
      makeDocx({
        body: wordParagraph("text", '<w:pStyle w:val="s0"/>'),
        styles: Array.from(
          { length: 10_000 },
          (_, at) => `<w:style w:styleId="s${at}"><w:basedOn w:val="s${(at + 1) % 10_000}"/></w:style>`,
        ).join(""),
      }),
  ],
  "docx-parts": [
    "5,001 parts",
    () =>
      makeDocx({
        body: wordParagraph("text"),
        more: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`word/media/${at}.txt`, "x"])),
      }),
  ],
  "docx-slips": [
    "a part that leads out of the package",
    () => makeDocx({ body: wordParagraph("text"), more: { "../../etc/passwd": "root" } }),
  ],
  "docx-overlapping": [
    "1,000 parts that share their bytes",
    () =>
      packZip([
        { name: "[Content_Types].xml", content: ascii(DOCX_TYPES) },
        ...Array.from({ length: 1_000 }, (_, at): Packed => ({
          name: `word/${at}.xml`,
          content: new Uint8Array(MEBIBYTE),
          isShared: true,
        })),
      ]),
  ],
};

export const xlsxFiles: Readonly<Record<string, Maker>> = {
  "xlsx-rows": ["ten million rows", () => bigSheet(10_000_000)],
  "xlsx-most-rows": ["as many rows as are unpacked", () => bigSheet(1_500_000)],
  "xlsx-far-apart": [
    "rows and cells as far apart as they can be",
    () =>
      workbookOf(
        `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`,
      ),
  ],
  "xlsx-wide-rows": [
    "16,384 columns, 200 times",
    () =>
      workbookOf(
        Array.from(
          { length: 200 },
          (_, at) => `<row r="${at + 1}">${"<c><v>7</v></c>".repeat(16_384)}</row>`,
        ).join(""),
      ),
  ],
  "xlsx-shared-strings": [
    "a million shared strings, the last of which is used a million times",
    () =>
      workbookOf(
        `<row>${'<c t="s"><v>999999</v></c>'.repeat(100_000)}</row>`.repeat(10),
        "<si><t>shared words</t></si>".repeat(1_000_000),
      ),
  ],
  "xlsx-shared-index": [
    "indexes of strings that are not there",
    () =>
      workbookOf(
        `<row>${'<c t="s"><v>4294967295</v></c><c t="s"><v>-1</v></c><c t="s"><v>1e9</v></c>'.repeat(10_000)}</row>`,
      ),
  ],
  "xlsx-dates": [
    "dates of all ends of time",
    () =>
      workbookOf(
        `<row>${'<c t="d"><v>999999999-99-99</v></c><c s="99999999"><v>1e308</v></c>'.repeat(10_000)}</row>`,
      ),
  ],
};

/** Rows with different numbers, which do not compress like a bomb. Written piece by piece. */
function bigSheet(rows: number): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const head = `${XML}<worksheet xmlns="${main}"><sheetData>`;
  const pieces: Uint8Array[] = [ascii(head)];
  const unit = ascii(
    Array.from({ length: 1_000 }, (_, at) => `<row><c><v>${(at * 7_919) % 1_000_003}</v></c></row>`).join(""),
  );
  for (let at = 0; at < rows; at += 1_000) pieces.push(unit);
  const content = Buffer.concat([...pieces, ascii("</sheetData></worksheet>")]);
  return packZip([
    { name: "[Content_Types].xml", content: ascii(XLSX_TYPES) },
    { name: "_rels/.rels", content: ascii(relationships([["officeDocument", "xl/workbook.xml"]])) },
    {
      name: "xl/workbook.xml",
      content: ascii(
        `${XML}<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: ascii(relationships([["worksheet", "worksheets/sheet1.xml"]])),
    },
    { name: "xl/worksheets/sheet1.xml", content, deflated: deflateRawSync(content, { level: 1 }) },
  ]);
}

const EPUB = {
  mimetype: "application/epub+zip",
  "META-INF/container.xml": `${XML}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
};
const CHAPTER = `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><body>`;

export const epubFiles: Readonly<Record<string, Maker>> = {
  "epub-laughs": [
    "a chapter of a billion laughs",
    () => makeZip({ ...EPUB, "a.opf": opf(1), "c0.xhtml": `${XML}${LAUGHS}<html><body>&l9;</body></html>` }),
  ],
  "epub-one-chapter": [
    "one chapter that is listed 20,000 times",
    () =>
      makeZip({
        ...EPUB,
        "a.opf": opf(1, 20_000),
        "c0.xhtml": `${CHAPTER}<p>${"Words. ".repeat(1_000)}</p></body></html>`,
      }),
  ],
  "epub-nested": [
    "a chapter of 100,000 divisions in divisions",
    () =>
      makeZip({
        ...EPUB,
        "a.opf": opf(1),
        "c0.xhtml": `${CHAPTER}${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}</body></html>`,
      }),
  ],
};

function opf(chapters: number, listed = chapters): string {
  const items = Array.from(
    { length: chapters },
    (_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`,
  ).join("");
  const spine = Array.from({ length: listed }, (_, at) => `<itemref idref="c${at % chapters}"/>`).join("");
  return `${XML}<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>${items}</manifest><spine>${spine}</spine></package>`;
}

const ODT = "application/vnd.oasis.opendocument.text";
const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';
const odf = (mimetype: string, body: string, doctype = ""): Uint8Array =>
  makeZip({
    mimetype,
    "content.xml": `${XML}${doctype}<office:document-content ${ODF}><office:body>${body}</office:body></office:document-content>`,
  });

export const odtFiles: Readonly<Record<string, Maker>> = {
  "odt-laughs": [
    "a billion laughs",
    () => odf(ODT, "<office:text><text:p>&l9;</text:p></office:text>", LAUGHS),
  ],
  "odt-spaces": [
    "a thousand runs of two billion spaces",
    () =>
      odf(
        ODT,
        `<office:text><text:p>a${'<text:s text:c="2147483647"/>'.repeat(1_000)}b</text:p></office:text>`,
      ),
  ],
  "odt-sections": [
    "200,000 sections, each in the one before",
    () =>
      odf(
        ODT,
        `<office:text>${"<text:section>".repeat(200_000)}${"</text:section>".repeat(200_000)}</office:text>`,
      ),
  ],
};
export const odsFiles: Readonly<Record<string, Maker>> = {
  "ods-repeated": [
    "a cell that is repeated 16,384 times in a row that is repeated a million times",
    () =>
      odf(
        "application/vnd.oasis.opendocument.spreadsheet",
        '<office:spreadsheet><table:table table:name="One"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>7</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
      ),
  ],
};
