import { expect, test } from "vitest";
import { isTooDeep, MAX_JSON_DEPTH } from "../../src/domain/json-depth.ts";

const nested = (depth: number, open = "[", close = "]"): string => open.repeat(depth) + close.repeat(depth);

test("isTooDeep accepts lists and objects up to the limit and rejects deeper ones", () => {
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

test("isTooDeep ignores brackets within strings, even after escapes", () => {
  expect(isTooDeep(JSON.stringify({ text: "[{".repeat(10_000) }))).toBe(false);
  expect(isTooDeep(JSON.stringify({ text: `\\"${"[".repeat(10_000)}` }))).toBe(false);
  expect(isTooDeep(`["\\\\",${nested(MAX_JSON_DEPTH)}]`)).toBe(true);
});

test("isTooDeep counts adjacent lists once", () => {
  expect(isTooDeep(`[${"[],{},".repeat(10_000)}0]`)).toBe(false);
});
