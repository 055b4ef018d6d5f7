import { expect, test } from "vitest";
import { isTooDeep, MAX_JSON_DEPTH } from "../../src/domain/json-depth.ts";

const nested = (depth: number, open = "[", close = "]"): string => open.repeat(depth) + close.repeat(depth);

test("lists and objects may nest to the limit and no deeper", () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    expect(isTooDeep(nested(MAX_JSON_DEPTH, open, close))).toBe(false);
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 1, open, close))).toBe(true);
  }
  expect(isTooDeep(nested(MAX_JSON_DEPTH / 2, '[{"a":', "}]"))).toBe(false);
  expect(isTooDeep(nested(MAX_JSON_DEPTH / 2 + 1, '[{"a":', "}]"))).toBe(true);
});

test("brackets within strings do not count, whatever is escaped there", () => {
  expect(isTooDeep(JSON.stringify({ text: "[{".repeat(10_000) }))).toBe(false);
  expect(isTooDeep(JSON.stringify({ text: `\\"${"[".repeat(10_000)}` }))).toBe(false);
  expect(isTooDeep(`["\\\\",${nested(MAX_JSON_DEPTH)}]`)).toBe(true);
});

test("adjacent lists do not add depth", () => {
  expect(isTooDeep(`[${"[],{},".repeat(10_000)}0]`)).toBe(false);
});
