import { describe, expect, test } from "vitest";
import { extract } from "../../support/fixtures/documents/extract.ts";
import { makePdf, pageOf, type PdfLineSpec } from "../../support/fixtures/documents/pdf.ts";

const PDF = "application/pdf";
const NUMBERS = ["none", "one", "two", "three"];
const body = (page: number): PdfLineSpec[] =>
  pageOf(`What page ${page} tells is told here.`, `And more of it: ${NUMBERS[page]}.`);
const at = (text: string, y: number, size = 11): PdfLineSpec => ({ text, x: 72, y, size });

async function pagesOf(pages: readonly (readonly PdfLineSpec[])[]): Promise<string[]> {
  const read = await extract(makePdf({ pages }), PDF);
  return read.pages.map(({ start, end }) => read.text.slice(start, end).replace(/(?<=\S)[ \n](?=\S)/g, " "));
}

const told = (page: number): string =>
  `What page ${page} tells is told here. And more of it: ${NUMBERS[page]}.`;

describe("headers, footers and page numbers", () => {
  test("page numbers disappear, and a header stays at its first occurrence", async () => {
    const pages = [1, 2, 3].map((page) => [
      at("Annual report of the ferry", 770),
      ...body(page),
      at(`Page ${page + 6} of 12`, 30),
    ]);
    expect(await pagesOf(pages)).toEqual([`Annual report of the ferry\n\n${told(1)}`, told(2), told(3)]);
  });

  test("a separate page number does not make a header distinct", async () => {
    const pages = [1, 2, 3].map((page) => [
      at("The ferry and its harbours", 770),
      { ...at(String(page + 40), 770), x: 500 },
      ...body(page),
    ]);
    expect(await pagesOf(pages)).toEqual([`The ferry and its harbours 41\n\n${told(1)}`, told(2), told(3)]);
  });

  test("the text keeps numbers that increase from page to page but are no page numbers", async () => {
    const pages = [1, 2, 3].map((page) => [at(`Invoice ${page + 16}`, 770), ...body(page)]);
    expect(await pagesOf(pages)).toEqual([1, 2, 3].map((page) => `Invoice ${page + 16}\n\n${told(page)}`));
  });

  test("Roman page numbers disappear", async () => {
    const pages = ["iv", "v", "vi"].map((numeral, page) => [...body(page + 1), at(numeral, 30)]);
    expect(await pagesOf(pages)).toEqual([told(1), told(2), told(3)]);
  });

  test("numbers that do not rise with the pages stay", async () => {
    const pages = [17, 240, 8].map((total, page) => [...body(page + 1), at(`Total: ${total}`, 30)]);
    expect(await pagesOf(pages)).toEqual([
      `${told(1)}\n\nTotal: 17`,
      `${told(2)}\n\nTotal: 240`,
      `${told(3)}\n\nTotal: 8`,
    ]);
  });

  test("two pages are too few for a header", async () => {
    const pages = [1, 2].map((page) => [...body(page), at(String(page), 30)]);
    expect(await pagesOf(pages)).toEqual([`${told(1)}\n\n1`, `${told(2)}\n\n2`]);
  });

  test("large headings and text within the page stay", async () => {
    const pages = [1, 2, 3].map((page) => [at(`Chapter ${page}`, 770, 20), at("First", 740), at("Same words", 500), at("Last", 60), at(`No ${page * page}`, 30)]); // prettier-ignore
    for (const page of await pagesOf(pages)) expect(page).toMatch(/^Chapter \d\n\n(?:First\n\n)?Same words/);
  });
});

describe("two columns", () => {
  const words = (side: string, line: number): string =>
    `${side} line ${String(line).padStart(2, "0")} goes on to the margin here`;
  const left = (line: number): PdfLineSpec => ({
    text: words("Left", line),
    x: 50,
    y: 700 - line * 14,
    size: 11,
  });
  const right = (line: number): PdfLineSpec => ({
    text: words("Right", line),
    x: 330,
    y: 700 - line * 14,
    size: 11,
  });
  const lines = Array.from({ length: 12 }, (_, line) => line);
  const title = {
    text: "A title that runs across both of the columns and stands above them",
    x: 50,
    y: 740,
    size: 16,
  };
  const inOrder = [
    ...lines.map((line) => words("Left", line)),
    ...lines.map((line) => words("Right", line)),
  ].join(" ");

  test.each([
    ["drawn one after the other", [title, ...lines.map(left), ...lines.map(right)]],
    ["drawn line by line", [title, ...lines.flatMap((line) => [left(line), right(line)])]],
    ["drawn line by line, the right one a little lower", [title, ...lines.flatMap((line) => [left(line), { ...right(line), y: right(line).y - 3 }])]], // prettier-ignore
  ])("the extractor reads two columns %s one after the other", async (_, page) => {
    const [text = ""] = await pagesOf([page]);
    expect(text.replace(/\s+/g, " ")).toBe(`${title.text} ${inOrder}`);
  });

  test("a line across both columns is between the text above it and the text below it", async () => {
    const across = {
      text: "A figure with words that run across the whole of the page in the middle",
      x: 50,
      y: 500,
      size: 11,
    };
    const below = (spec: PdfLineSpec): PdfLineSpec => ({
      ...spec,
      text: `${spec.text} again`,
      y: spec.y - 240,
    });
    const page = lines.flatMap((line) => [left(line), right(line)]);
    const [text = ""] = await pagesOf([[...page, across, ...page.map(below)]]);
    const again = [
      ...lines.map((line) => `${words("Left", line)} again`),
      ...lines.map((line) => `${words("Right", line)} again`),
    ].join(" ");
    expect(text.replace(/\s+/g, " ")).toBe(`${inOrder} ${across.text} ${again}`);
  });

  test("a table of two columns keeps the order of its rows", async () => {
    const row = (line: number): PdfLineSpec[] =>
      ["Mill", "Weaver", "Yards of silk"].map((text, cell) => ({
        text: `${text} ${line}`,
        x: 60 + cell * 170,
        y: 700 - line * 14,
        size: 11,
      }));
    const [text = ""] = await pagesOf([lines.flatMap(row)]);
    expect(text.replace(/\s+/g, " ")).toBe(
      lines.map((line) => `Mill ${line} Weaver ${line} Yards of silk ${line}`).join(" "),
    );
  });

  test("terms stay beside their explanations", async () => {
    const row = (line: number): PdfLineSpec[] => [
      { text: `term ${line}`, x: 50, y: 700 - line * 14, size: 11 },
      { text: words("Explained", line), x: 200, y: 700 - line * 14, size: 11 },
    ];
    const [text = ""] = await pagesOf([lines.flatMap(row)]);
    expect(text.replace(/\s+/g, " ")).toBe(
      lines.map((line) => `term ${line} ${words("Explained", line)}`).join(" "),
    );
  });
});
