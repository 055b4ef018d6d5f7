import { describe, expect, test } from "vitest";
import { raisedText } from "../../src/ingestion/extract/raised-text.ts";

const after = (before: string, text: string): string => before + raisedText(text, "super", before);

describe("superscript text", () => {
  test.each([
    ["10", "6", "10⁶"],
    ["about 2", "10", "about 2¹⁰"],
    ["5 m", "2", "5 m²"],
    ["12 km", "-1", "12 km⁻¹"],
    ["x", "n", "xⁿ"],
    ["x", "n+1", "xⁿ⁺¹"],
    ["x", "ab/2", "x^(ab/2)"],
    ["(a + b)", "2", "(a + b)²"],
    ["f(x)", "2", "f(x)²"],
  ])("%s has the exponent %s", (before, text, expected) => {
    expect(after(before, text)).toBe(expected);
  });

  test.each([
    ["4,100", "3", "4,100 [3]"],
    ["4.100", "12", "4.100 [12]"],
    ["in 2024", "2", "in 2024 [2]"],
    ["12 %", "1", "12 % [1]"],
    ["the harbour", "3", "the harbour [3]"],
    ["as it was.", "3", "as it was. [3]"],
    ["(see below)", "3", "(see below) [3]"],
    ["4,100", "a", "4,100 [a]"],
    ["ledger", "3, 4", "ledger [3, 4]"],
    ["ledger", "[3]", "ledger[3]"],
    ["4,100", "*", "4,100*"],
  ])("%s has the note mark %s", (before, text, expected) => {
    expect(after(before, text)).toBe(expected);
  });

  test.each([
    ["the 1", "st", "the 1st"],
    ["le XX", "e", "le XXe"],
    ["M", "me", "Mme"],
    ["N", "o", "No"],
    ["Winch", "TM", "Winch™"],
  ])("%s keeps superscript letters of the word itself: %s", (before, text, expected) => {
    expect(after(before, text)).toBe(expected);
  });

  test("a declared note mark is a note even after a short number", () => {
    expect(raisedText("3", "super", "10", true)).toBe(" [3]");
  });
});

test.each([
  ["2", "₂"],
  ["4-", "₄₋"],
  ["max", "ₘₐₓ"],
  ["eff", "_(eff)"],
])("the subscript text %s becomes %s", (text, expected) => {
  expect(raisedText(text, "sub", "H")).toBe(expected);
});
