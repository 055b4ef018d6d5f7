import { describe, expect, test } from "vitest";
import { extractPdf } from "../../src/ingestion/extract/pdf/extract-pdf.ts";
import { drawn, drawnPdf, streamOf } from "../support/fixtures/documents/drawn-pdf.ts";

const textOf = async (...content: readonly string[]): Promise<string> =>
  (await extractPdf(drawnPdf({ content: content.join("") }))).text;

describe("the order of a page", () => {
  test("wrapped cells stay in their row for any drawing order", async () => {
    const row = (y: number, clause: string, fee: string, ...duty: readonly string[]): string =>
      drawn(clause, 60, y) +
      drawn(fee, 450, y) +
      duty.map((line, at) => drawn(line, 130, y - at * 13)).join("");
    const text = await textOf(
      drawn("Clause", 60, 720, "/F2 11") +
        drawn("Duty", 130, 720, "/F2 11") +
        drawn("Fee", 450, 720, "/F2 11"),
      row(
        700,
        "1",
        "40",
        "The owner shall keep the berth clear of",
        "nets, pots and other gear at all times",
      ),
      row(666, "2", "75", "The master shall answer the hail of the", "pilot within five minutes"),
      row(632, "3", "12", "Lamps shall burn from dusk"),
    );
    expect(text.split("\n")).toEqual([
      "Clause\tDuty\tFee",
      "1\tThe owner shall keep the berth clear of nets, pots and other gear at all times\t40",
      "2\tThe master shall answer the hail of the pilot within five minutes\t75",
      "3\tLamps shall burn from dusk\t12",
    ]);
  });

  test("the last column and two cells of a row may wrap", async () => {
    const lines: [number, number, string][] = [
      [60, 700, "Part"], [160, 700, "Use of it on board"], [330, 700, "Remark"],
      [60, 680, "Keel"], [160, 680, "It keeps the ship upright"], [330, 680, "Looked at in"],
      [160, 667, "in a gale"], [330, 667, "the dock"],
      [60, 647, "Mast"], [160, 647, "It carries the sails"], [330, 647, "Oiled"],
    ]; // prettier-ignore
    const text = await textOf(...lines.map(([x, y, said]) => drawn(said, x, y)));
    expect(text.split("\n")).toEqual([
      "Part\tUse of it on board\tRemark",
      "Keel\tIt keeps the ship upright in a gale\tLooked at in the dock",
      "Mast\tIt carries the sails\tOiled",
    ]);
  });

  test("the extractor reads paragraphs drawn in reverse order from the top", async () => {
    const paragraph = (name: string, top: number): string =>
      [0, 1, 2]
        .map((line) => drawn(`${name} paragraph line ${line} of the report`, 60, top - line * 14))
        .join("");
    const text = await textOf(paragraph("third", 500), paragraph("second", 600), paragraph("first", 700));
    expect(text.match(/\w+(?= paragraph line 0)/g)).toEqual(["first", "second", "third"]);
    expect(text.split("\n\n")).toHaveLength(3);
  });

  test("the extractor restores rows of items and amounts that are out of drawing order", async () => {
    const text = await textOf(
      drawn("Invoice 77", 60, 700) + drawn("Date: 2 March 2026", 400, 700),
      drawn("Total", 60, 640) +
        drawn("Anchor 812 kg", 60, 660) +
        drawn("4,100", 400, 640) +
        drawn("1,200", 400, 660),
    );
    expect(text.split(/\n+/)).toEqual([
      "Invoice 77 Date: 2 March 2026",
      "Anchor 812 kg 1,200",
      "Total 4,100",
    ]);
  });

  test("the extractor reads a header drawn last first, and boxes side by side stay whole", async () => {
    const box = (name: string, x: number): string =>
      [0, 1, 2].map((line) => drawn(`${name} line ${line}`, x, 650 - line * 14)).join("");
    const text = await textOf(
      box("Sender", 60),
      box("Receiver", 350),
      drawn(
        "A bill that goes from one side of the page to the other, and stands above both of them",
        60,
        700,
      ),
    );
    expect(text.replace(/\s+/g, " ")).toBe(
      "A bill that goes from one side of the page to the other, and stands above both of them Sender line 0 Sender line 1 Sender line 2 Receiver line 0 Receiver line 1 Receiver line 2",
    );
  });

  test("a heading and a figure label beside it are separate lines", async () => {
    const text = await textOf(
      drawn("0.5", 60, 700),
      drawn("1.0", 300, 700),
      drawn("Results", 60, 694, "/F2 11"),
      drawn("They are good.", 60, 674),
    );
    expect(text.split(/\n+/)).toEqual(["0.5 1.0", "Results", "They are good."]);
  });
});

describe("pieces of a line", () => {
  test("the extractor reads text drawn twice for bold type once, and equal adjacent letters stay", async () => {
    const bold = [60, 60.3, 60.6].map((x) => drawn("Total due 4,100 crowns", x, 700, "/F2 14")).join("");
    expect(await textOf(bold, drawn("Plain line below.", 60, 660))).toBe(
      "Total due 4,100 crowns\n\nPlain line below.",
    );
    const letters = ["W", "i", "l", "l", "l"]
      .map((letter, at) => drawn(letter, at === 0 ? 60 : 68 + at * 2.4, 700))
      .join("");
    expect(await textOf(letters)).toBe("Willl");
  });

  test("the extractor drops a shadow, and keeps equal words further down", async () => {
    expect(
      await textOf(
        drawn("Harbour", 60, 700, "/F2 20"),
        drawn("Harbour", 61.5, 698.5, "/F2 20"),
        drawn("Harbour", 60, 640, "/F2 20"),
      ),
    ).toBe("Harbour\n\nHarbour");
  });

  test("spaces beside right-to-left words stay", async () => {
    const hebrew = (code: string): string => `<${code}>`;
    const toUnicode = streamOf(
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 3 beginbfchar <41> <05D0> <42> <05D1> <43> <05D2> endbfchar endcmap end end",
    );
    const font =
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>";
    // Each word is drawn in its visual order, with the first word on the right.
    const content =
      drawn(hebrew("434241"), 300, 700, "/F9 12") +
      drawn("R", 285, 700, "/F1 12") +
      drawn(hebrew("4241"), 262, 700, "/F9 12");
    const { text } = await extractPdf(drawnPdf({ content, fonts: "/F9 7 0 R", objects: [font, toUnicode] }));
    expect(text).toBe("\u05d0\u05d1\u05d2 R \u05d0\u05d1");
  });

  test("the text of a form XObject appears at its position", async () => {
    const form = streamOf(
      drawn("Words in a form object", 60, 600),
      "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>",
    );
    const content = `${drawn("Plain.", 60, 700)}/X1 Do\n${drawn("Below.", 60, 560)}`;
    const { text } = await extractPdf(
      drawnPdf({ content, resources: "/XObject << /X1 7 0 R >>", objects: [form] }),
    );
    expect(text).toBe("Plain.\n\nWords in a form object\n\nBelow.");
  });

  test("a gap without a drawn space becomes a space", async () => {
    expect(
      await textOf(drawn("Anchor", 60, 700), "/Span BMC ", drawn("chain", 100, 700, "/F2 11"), "EMC "),
    ).toBe("Anchor chain");
  });
});
