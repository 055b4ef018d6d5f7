import { describe, expect, test } from "vitest";
import { citableSpans } from "../../src/answering/extraction/citable-spans.ts";
import { quoted } from "../support/assertions/quoted.ts";

describe("a quote contains an introductory sentence with its list items", () => {
  test.each([
    [
      "a list, with its items",
      "The pump has three parts:\n\n- A rotor. It turns.\n- A case.\n- A seal.\n\nRotors wear out.",
    ],
    ["a numbered list", "The pump has three parts:\n1. a rotor,\n2. a case,\n3. a seal."],
  ])("a quote joins an introductory sentence with its items: %s", (_, text) => {
    expect(quoted("What parts does the pump have?", text)[0]).toBe(text.replace("\n\nRotors wear out.", ""));
  });

  test("the quote of a relevant sentence does not include a list about something else", () => {
    const terms =
      "Copies are allowed where this is kept:\n\n- The name of the Harp Trust, who built the harp.\n- This list.";
    const [first] = quoted("Who built the harp?", terms, "The harp was built by Ada Brin.");
    expect(first).not.toContain("Copies are allowed");
  });

  test("a quote joins an introductory sentence with as many items as fit, and a better item answers alone", () => {
    const item = (at: number): string => `- Part ${at} of the pump is ${"very ".repeat(12)}heavy.`;
    const list = `The pump has many parts:\n${Array.from({ length: 12 }, (_, at) => item(at)).join("\n")}`;
    const [first = ""] = quoted("Which parts does the pump have many of?", list);
    expect([
      first.startsWith("The pump has many parts:\n- Part 0"),
      first.length > 300,
      first.length <= 600,
    ]).toEqual([true, true, true]);
    expect(
      quoted("What does the seal cost?", "Prices:\n- The rotor costs 40.\n- The seal costs 3.")[0],
    ).toContain("The seal costs 3.");
  });

  test("a quote joins an introductory sentence with an address on a separate line", () => {
    const text =
      "Lists are open to all.\n\nTo leave a list, please send mail to\n\n    <list>-REQUEST@lists.example\n\nYou are asked again before it is done.";
    expect(quoted("How do I leave a list?", text).join("\n\n")).toContain(
      "send mail to\n\n    <list>-REQUEST@lists.example",
    );
  });
});

test("a short line that ends with a preposition is a title", () => {
  const text =
    "Signing in\n\nThe door opens to whoever has a key, and closes behind them.\n\nPaying\n\nIt costs three crowns, at the counter beside the door.";
  expect(citableSpans(text).map(({ isHeading }) => isHeading)).toEqual([true, false, true, false]);
});

test("an answer does not quote a book index", () => {
  const index = [
    "packages, 3, 12",
    "parcels, 37",
    "pumps, 36, 37",
    "new pumps, 39",
    "rotors, 42",
    "seals, 38, 40",
  ].join("\n");
  for (const text of [index, index.replaceAll("\n", " ")])
    expect(quoted("Which new pumps are there?", text)).toEqual([]);
  expect(
    quoted("When was the pump new?", "The pump was new on March 9, 1999,\nand old by June 4, 2003.")[0],
  ).toContain("March 9, 1999");
});
