import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnchoredRows } from "../../../console/src/thread/list/anchored-rows.ts";
import { MAX_MOUNTED } from "../../../console/src/thread/list/row-layout.ts";

const ESTIMATE_PX = 80;
const VIEW_PX = 900;

interface Row {
  readonly key: string;
  /** The height on the screen. */
  height: number;
}

/** A page that draws the rows as the console does. */
class Screen {
  readonly list = new AnchoredRows<Row>(() => ESTIMATE_PX);
  rows: readonly Row[] = [];
  top = 0;
  drawings = 0;

  constructor() {
    this.list.viewPx = VIEW_PX;
  }

  /** Draws and measures until the same rows stay in the page. */
  draw(rows: readonly Row[] = this.rows): void {
    this.rows = rows;
    for (;;) {
      this.list.setRows(rows);
      const drawn = this.list.range;
      this.drawings += 1;
      for (let at = drawn.first; at < drawn.last; at += 1)
        this.list.layout.measure(at, rows[at]?.height ?? 0);
      this.top = this.list.top;
      this.list.grown();
      if (this.list.range === drawn) break;
      // Each further drawing measures rows that were never in the page.
      if (this.drawings > 2 * rows.length + 10) throw new Error("The list never comes to rest.");
    }
    if (!this.list.isFollowing && !this.list.isAt(this.top)) this.list.standAt(this.top);
    this.drawings = 0;
  }

  /** The person drags the bar, turns the wheel or presses a key. */
  scroll(top: number): void {
    const end = this.list.headPx + this.list.layout.height + this.list.fillerPx - VIEW_PX;
    this.list.standAt(Math.max(0, Math.min(end, top)));
    this.draw();
  }

  /** Distance of a row from the top edge. */
  placeOf(key: string): number {
    return this.list.headPx + this.list.layout.startOf(this.list.layout.indexOf(key)) - this.top;
  }

  get visible(): readonly number[] {
    const { layout, headPx } = this.list;
    return this.rows.flatMap((_, at) =>
      layout.startOf(at) + headPx < this.top + VIEW_PX && layout.startOf(at + 1) + headPx > this.top
        ? [at]
        : [],
    );
  }

  /** The first visible row that is drawn, and its place. */
  get first(): { readonly key: string; readonly place: number } | null {
    const row = this.rows[this.visible.at(0) ?? -1];
    return row === undefined ? null : { key: row.key, place: this.placeOf(row.key) };
  }
}

const rowsOf = (heights: readonly number[], name: string): Row[] =>
  heights.map((height, at) => ({ key: `${name} ${at}`, height }));
const heights = (maxLength: number) =>
  fc.array(fc.integer({ min: 20, max: 2_500 }), { minLength: 1, maxLength });
const act = fc.oneof(
  fc.record({ to: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ by: fc.integer({ min: -2_000, max: 2_000 }) }),
  fc.record({ older: heights(60) }),
  fc.record({ newer: heights(10) }),
  fc.record({ grows: fc.nat(1_000), by: fc.integer({ min: 1, max: 400 }) }),
  fc.constantFrom("end", "home", "reveal", "follow", "drop", "widen"),
);

describe("a list whose rows come and grow", () => {
  test("comes to rest after each step with every visible row in the page and at most 60 rows", () => {
    fc.assert(
      fc.property(heights(400), fc.array(act, { maxLength: 40 }), (first, acts) => {
        const screen = new Screen();
        screen.list.headPx = 40;
        screen.list.open(null);
        screen.draw(rowsOf(first, "row"));
        for (const [at, each] of acts.entries()) {
          perform(screen, each, at);
          const { first: start, last } = screen.list.range;
          expect(last - start).toBeLessThanOrEqual(Math.max(MAX_MOUNTED, screen.visible.length));
          for (const row of screen.visible) expect(row >= start && row < last).toBe(true);
        }
      }),
    );
  });

  test("keeps the first visible row at its place while rows come on both sides and grow elsewhere", () => {
    fc.assert(
      fc.property(heights(300), fc.array(act, { maxLength: 30 }), (first, acts) => {
        const screen = new Screen();
        screen.draw(rowsOf([...first, VIEW_PX], "row"));
        for (const [at, each] of acts.entries()) {
          const before = screen.first;
          perform(screen, each, at);
          const isMoved = typeof each === "string" || "to" in each || ("by" in each && !("grows" in each));
          if (isMoved || before === null || screen.list.isFollowing) continue;
          expect(Math.abs(screen.placeOf(before.key) - before.place)).toBeLessThan(1);
        }
      }),
    );
  });
});

test("a jump draws hardly more than the visible rows, and the others come when the list may widen", () => {
  const screen = new Screen();
  screen.draw(
    rowsOf(
      Array.from({ length: 500 }, () => 100),
      "row",
    ),
  );
  const drawn = (): number => screen.list.range.last - screen.list.range.first;
  for (const top of [20_000, 5_000, 40_000]) {
    const { jumps } = screen.list;
    screen.scroll(top);
    expect(screen.list.jumps).toBe(jumps + 1);
    expect(drawn()).toBeLessThanOrEqual((VIEW_PX + 200) / ESTIMATE_PX + 2);
    screen.list.widen();
    screen.draw();
    expect(drawn()).toBeGreaterThan((2 * VIEW_PX) / 100);
    expect(screen.list.jumps).toBe(jumps + 1);
  }
});

type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

function perform(screen: Screen, each: Act, at: number): void {
  const { list, rows } = screen;
  if (each === "end") list.open(null);
  else if (each === "home") list.standAt(0);
  else if (each === "reveal") list.open({ key: rows[(at * 37) % rows.length]?.key ?? "", top: 0 });
  else if (each === "follow") list.follow();
  else if (each === "widen") list.widen();
  else if (each === "drop")
    return screen.draw(rows.filter((_, index) => index % 7 !== at % 7 || rows.length < 3));
  else if ("to" in each) return screen.scroll(each.to * list.layout.height);
  else if ("older" in each) return screen.draw([...rowsOf(each.older, `older ${at}`), ...rows]);
  else if ("newer" in each) return screen.draw([...rows, ...rowsOf(each.newer, `newer ${at}`)]);
  else if ("grows" in each) {
    // The row at the top edge grows at its end, as a draft does.
    const row = rows[each.grows % rows.length];
    if (row !== undefined) row.height += each.by;
  } else return screen.scroll(screen.top + each.by);
  screen.draw();
}

test("an opened end keeps its rows in place when rows come, and follows only if told to", () => {
  const screen = new Screen();
  const endOf = (key: string): number =>
    screen.placeOf(key) + (screen.rows.find((row) => row.key === key)?.height ?? 0);
  screen.list.open(null);
  screen.draw(
    rowsOf(
      Array.from({ length: 300 }, () => 130),
      "row",
    ),
  );
  expect(endOf("row 299")).toBe(VIEW_PX);
  screen.draw([...screen.rows, ...rowsOf([400], "new")]);
  expect(endOf("row 299")).toBe(VIEW_PX);
  expect(screen.list.grown()).toEqual({ rows: 1, px: 400 });
  screen.list.follow();
  screen.draw();
  expect(endOf("new 0")).toBe(VIEW_PX);
  screen.draw([...screen.rows, ...rowsOf([200], "newest")]);
  expect(endOf("newest 0")).toBe(VIEW_PX);
  expect(screen.list.grown()).toEqual({ rows: 0, px: 0 });
});

test("neither older rows nor measured rows count as new", () => {
  const screen = new Screen();
  screen.list.open(null);
  screen.draw(
    rowsOf(
      Array.from({ length: 100 }, () => 200),
      "row",
    ),
  );
  screen.draw([
    ...rowsOf(
      Array.from({ length: 100 }, () => 300),
      "older",
    ),
    ...screen.rows,
  ]);
  screen.scroll(5_000);
  expect(screen.list.grown()).toEqual({ rows: 0, px: 0 });
});

test("a pinned row stands at the top with little below it, and does not move while the row below grows", () => {
  const screen = new Screen();
  screen.list.open(null);
  screen.draw(
    rowsOf(
      Array.from({ length: 50 }, () => 130),
      "row",
    ),
  );
  screen.list.pin("question 0");
  const answer: Row = { key: "answer", height: 40 };
  screen.draw([...screen.rows, ...rowsOf([60], "question"), answer]);
  expect([screen.placeOf("question 0"), screen.list.fillerPx]).toEqual([0, VIEW_PX - 100]);
  for (let line = 0; line < 200; line += 1) {
    answer.height += 27;
    screen.draw([...screen.rows]);
    expect(screen.placeOf("question 0")).toBe(0);
  }
  expect(screen.list.fillerPx).toBe(0);
  expect(screen.list.grown()).toEqual({ rows: 0, px: expect.any(Number) });
});
