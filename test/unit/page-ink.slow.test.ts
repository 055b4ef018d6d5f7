import { OPS } from "unpdf/pdfjs";
import { expect, test } from "vitest";
import { PageInk } from "../../src/ingestion/extract/pdf/ink/page-ink.ts";
import { timeGrowth } from "../support/assertions/time-growth.ts";

/** Linear time gives 4 and quadratic time 16. */
const MIN_QUADRATIC = 10;
const AT_200 = [11, 0, 0, 11, 200, 200];

/** Draws `n` times with the operators that `draw` returns, then a white letter. */
const inkOf =
  (draw: (at: number) => readonly (readonly [keyof typeof OPS, ...number[]])[]) =>
  (n: number): unknown => {
    const ink = new PageInk([0, 0, 612, 792], OPS);
    const state = { ctm: [1, 0, 0, 1, 0, 0] };
    ink.operator(OPS.setFillGray, [1], state, undefined);
    for (let at = 0; at < n; at += 1) {
      for (const [name, ...operands] of draw(at)) ink.operator(OPS[name], operands, state, undefined);
      ink.letter(AT_200, state);
    }
    return ink.summary();
  };

test.each([
  ["rectangles of the whole page", inkOf(() => [["rectangle", 0, 0, 612, 792], ["fill"]])],
  ["rectangles over each other", inkOf((at) => [["rectangle", at % 90, at % 70, 400, 400], ["fill"]])],
  ["clipping paths", inkOf(() => [["rectangle", 0, 0, 612, 792], ["clip"], ["endPath"]])],
  [
    "subpaths of one path",
    inkOf((at) => [
      ["moveTo", at % 90, 0],
      ["curveTo", 1, 2, 300, 400, 9, 9],
    ]),
  ],
  ["lines of one path", inkOf((at) => [["lineTo", at % 600, at % 700]])],
  ["thick lines", inkOf(() => [["setLineWidth", 90], ["moveTo", 0, 0], ["lineTo", 500, 500], ["stroke"]])],
  ["shadings", inkOf(() => [["shadingFill"]])],
] as [string, (n: number) => unknown][])("%s take time linear in their number", (_, run) => {
  expect(timeGrowth((n) => n, run, 300)).toBeLessThan(MIN_QUADRATIC);
});
