import { describe, expect, test } from "vitest";
import { quoted } from "../support/quoted.ts";

describe("what introduces others is quoted with them", () => {
  test.each([
    ["a list, with its items", "The pump has three parts:\n\n- A rotor. It turns.\n- A case.\n- A seal.\n\nRotors wear out."],
    ["a numbered list", "The pump has three parts:\n1. a rotor,\n2. a case,\n3. a seal."],
  ])("%s", (_, text) => {
    expect(quoted("What parts does the pump have?", text)[0]).toBe(text.replace("\n\nRotors wear out.", ""));
  });

  test("but no list of something else before a sentence about what was asked", () => {
    const terms = "Copies are allowed where this is kept:\n\n- The name of the Harp Trust, who built the harp.\n- This list.";
    const [first] = quoted("Who built the harp?", terms, "The harp was built by Ada Brin.");
    expect(first).not.toContain("Copies are allowed");
  });

  test("as many items as there is room for, and each alone where that answers better", () => {
    const item = (at: number): string => `- Part ${at} of the pump is ${"very ".repeat(12)}heavy.`;
    const list = `The pump has many parts:\n${Array.from({ length: 12 }, (_, at) => item(at)).join("\n")}`;
    const [first = ""] = quoted("Which parts does the pump have many of?", list);
    expect([first.startsWith("The pump has many parts:\n- Part 0"), first.length > 300, first.length <= 600]).toEqual([true, true, true]);
    expect(quoted("What does the seal cost?", "Prices:\n- The rotor costs 40.\n- The seal costs 3.")[0]).toContain("The seal costs 3.");
  });
});
