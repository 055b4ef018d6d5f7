import { expect, test } from "vitest";
import { linesOfPage } from "../../src/ingestion/extract/pdf/lines-of-page.ts";
import type { PdfTextItem } from "../../src/ingestion/extract/pdf/pdf-position.ts";
import { textOfPage } from "../../src/ingestion/extract/pdf/text-of-page.ts";

test("the extractor spells ligatures as separate letters", () => {
  const item = {
    str: "the \ufb01rst e\ufb03cient \ufb02oat",
    transform: [9, 0, 0, 9, 72, 700],
    width: 200,
    hasEOL: true,
  };
  expect(linesOfPage([item]).map(({ text }) => text)).toEqual(["the first efficient float"]);
});

test("tabs separate table cells, and spaces join wrapped prose", () => {
  const at = (y: number, ...pieces: [number, string][]): PdfTextItem[] =>
    pieces.map(([x, str], place) => ({
      str,
      transform: [10, 0, 0, 10, x, y],
      width: str.length * 5,
      hasEOL: place === pieces.length - 1,
    }));
  const lines = linesOfPage([
    ...at(700, [72, "Properties of a font are looked up by the name that is given to"]),
    ...at(688, [72, "them, and each has a type."]),
    ...at(676, [72, "slant"], [150, "Int"], [200, "Italic or roman"]),
    ...at(664, [72, "weight"], [150, "Int"], [200, "Light or bold"]),
    ...at(652, [72, "vertical"], [150, "Bool"], [200, "Set downwards"]),
    ...at(640, [72, "hinting"], [150, "Bool"], [200, "Whether the glyphs of the font are hinted"]),
  ]);
  expect(textOfPage(lines, new Set()).split("\n")).toEqual([
    "Properties of a font are looked up by the name that is given to them, and each has a type.",
    "slant\tInt\tItalic or roman",
    "weight\tInt\tLight or bold",
    "vertical\tBool\tSet downwards",
    "hinting\tBool\tWhether the glyphs of the font are hinted",
  ]);
});
