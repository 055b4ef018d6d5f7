import { describe, expect, test } from "vitest";
import { mergeIntroductions } from "../../src/answering/extraction/merge-introductions.ts";
import { citableSpans } from "../../src/answering/extraction/citable-spans.ts";
import { asksForSynopsis } from "../../src/answering/extraction/command-synopsis.ts";
import { quoted } from "../support/assertions/quoted.ts";

const spansOf = (text: string): string[] =>
  mergeIntroductions(text, citableSpans(text)).map(({ start, end }) => text.slice(start, end));

describe("a quote contains a term with its description", () => {
  test.each([
    ["several names of one option", "--wet\n-w\n--no-wet\n  Says whether the pump is filled first."],
    ["a term that ends with colons", "dry::\n\tThis is how the pump starts when nobody says otherwise."],
  ])("a quote joins a term with its description: %s", (_, text) => {
    expect(spansOf(`${text} It can be changed.\n\nThe well is deep.`)[0]).toBe(text);
  });
});

describe("a command synopsis", () => {
  const usage = "pump move [-v | --verbose] <from> <to> [--slow]";
  const prose = "Water is moved from one place to another by the pump, as fast as the pipe allows.";

  test("a command synopsis is the first quote only if the question asks for syntax", () => {
    expect(quoted("How do I move water with the pump?", `${usage}\n\n${prose}`)[0]).toBe(prose);
    expect([
      asksForSynopsis("What is the syntax of pump move?"),
      asksForSynopsis("How do I move water?"),
    ]).toEqual([true, false]);
  });

  test("a command synopsis is no table row", () => {
    const table =
      "| Pump | From | To |\n| --- | --- | --- |\n| Old pump | <north> | <south> |\n\nOld pumps are loud.";
    expect(quoted("Where does the old pump move water to?", table)[0]).toContain("| Old pump |");
  });
});

test("a line that describes a command is no title", () => {
  const text =
    "pump - moves water from one place to another\n\nIt needs no power but that of the wind, which it takes from a wheel.";
  expect(citableSpans(text).map(({ isHeading }) => isHeading)).toEqual([false, false]);
  expect(quoted("What does pump do?", text)[0]).toBe("pump - moves water from one place to another");
});

test("an answer quotes copies in two documents once, and sentences with different numbers twice", () => {
  const kept = "The copies in the cellar are kept for 30 days.";
  expect(quoted("How long are copies kept in the cellar?", kept, `Note: ${kept}`)).toHaveLength(1);
  expect(quoted("How long are copies kept in the cellar?", kept, kept.replace("30", "90"))).toHaveLength(2);
});
