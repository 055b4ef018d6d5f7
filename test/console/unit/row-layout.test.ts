import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_MOUNTED, RowLayout } from "../../../console/src/thread/list/row-layout.ts";

const heights = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 300 });
const ESTIMATE_PX = 80;

function layoutOf(rows: readonly number[]): RowLayout {
  const layout = new RowLayout(() => ESTIMATE_PX);
  layout.setRows(rows.map((_, at) => ({ key: String(at) })));
  for (const [at, height] of rows.entries()) layout.measure(at, height);
  return layout;
}

test("the range holds every visible row, at most 60 unless more are visible, in one piece", () => {
  fc.assert(
    fc.property(heights, fc.nat(500_000), fc.integer({ min: 100, max: 1_200 }), (rows, top, height) => {
      const layout = layoutOf(rows);
      const { first, last } = layout.rangeAt(top, top + height);
      const visible = rows.flatMap((_, at) =>
        layout.startOf(at) < top + height && layout.startOf(at + 1) > top ? [at] : [],
      );
      expect(last - first).toBeLessThanOrEqual(Math.max(MAX_MOUNTED, visible.length + 1));
      for (const row of visible) expect(row >= first && row < last).toBe(true);
    }),
  );
});

test("a row begins where the row before it ends, and unmeasured rows have the estimate", () => {
  const layout = layoutOf([10, 20, 30]);
  layout.setRows(["new", "0", "1", "2"].map((key) => ({ key })));
  expect([0, 1, 2, 3, 4].map((at) => layout.startOf(at))).toEqual([0, 80, 90, 110, 140]);
  expect(layout.height).toBe(140);
  expect(layout.indexOf("1")).toBe(2);
  expect([layout.measure(0, 50), layout.measure(0, 50)]).toEqual([true, false]);
  expect(layout.height).toBe(110);
});

test("the rows in the page stay the same until few of them lie beyond the visible part", () => {
  const layout = layoutOf(Array.from({ length: 200 }, () => 100));
  const before = layout.rangeAt(5_000, 5_900, { first: 45, last: 60 });
  expect(before).toEqual({ first: 41, last: 69 });
  expect(layout.rangeAt(5_500, 6_400, before)).toBe(before);
  expect(layout.rangeAt(5_701, 6_601, before)).toEqual({ first: 48, last: 76 });
});

test("a row that grows outside of the page is higher by the difference of its estimates", () => {
  const layout = new RowLayout<{ key: string; lines: number }>(({ lines }) => lines * 20);
  const other = { key: "other", lines: 1 };
  layout.setRows([{ key: "draft", lines: 2 }, other]);
  layout.measure(0, 55);
  layout.measure(1, 30);
  layout.setRows([{ key: "draft", lines: 12 }, other]);
  expect([layout.heightOf(0), layout.heightOf(1), layout.height]).toEqual([255, 30, 285]);
});

test("after a jump the page gets few rows beyond the visible ones", () => {
  const layout = layoutOf(Array.from({ length: 200 }, () => 100));
  expect(layout.isElsewhere({ first: 0, last: 20 }, 5_000, 5_900)).toBe(true);
  const jumped = layout.rangeAt(5_000, 5_900, { first: 0, last: 20 }, true);
  expect(jumped).toEqual({ first: 49, last: 61 });
  expect(layout.isElsewhere(jumped, 5_100, 6_000)).toBe(false);
  expect(layout.rangeAt(5_100, 6_000, jumped, true)).toBe(jumped);
  expect(layout.rangeAt(5_100, 6_000, jumped)).toEqual({ first: 42, last: 70 });
});
