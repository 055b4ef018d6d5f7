import { expect, test } from "vitest";
import { fraction, grouped, matrix, root, withScripts } from "../../src/ingestion/extract/formula-text.ts";

test.each([
  [fraction("a+b", "2"), "(a+b)/2"],
  [fraction("a+b", "c+d"), "(a+b)/(c+d)"],
  [fraction("(a+b)", "xy"), "(a+b)/(xy)"],
  [fraction("(a)(b)", "c²"), "((a)(b))/c²"],
  [root("b²-4ac"), "√(b²-4ac)"],
  [root("x", "3"), "³√x"],
  [withScripts("b", "", "2"), "b²"],
  [withScripts("a+b", "", "2"), "(a+b)²"],
  [withScripts("∑", "i=1", "n"), "∑_(i=1)ⁿ"],
  [withScripts("f", "", "′"), "f′"],
  [withScripts("log", "10", ""), "log₁₀"],
  [
    matrix([
      ["1", "2"],
      ["3", "4"],
    ]),
    "[1 2; 3 4]",
  ],
  [grouped("|x|"), "|x|"],
])("%s is %s", (actual, expected) => {
  expect(actual).toBe(expected);
});
