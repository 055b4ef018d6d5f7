import { describe, expect, test } from "vitest";
import { exactTokens, exactTokenShare } from "../../src/answering/extraction/exact-tokens.ts";
import { quoted } from "../support/assertions/quoted.ts";

describe("the exact tokens of a question", () => {
  test.each([
    ["What does set -e do?", ["-e"]],
    ["What does $# expand to?", ["$#"]],
    ["Which currency has the code CHF, or 978?", ["CHF", "978"]],
    ["Where is (/etc/hosts)?", ["/etc/hosts"]],
    ["Who led the US in 2011?", []],
    ["WHO LED NATO?", []],
  ])("a question contains exact tokens: %s", (question, literals) => {
    expect(exactTokens(question)).toEqual(literals);
  });

  test("exact tokens match whole tokens only", () => {
    const said = (literal: string, text: string): number => exactTokenShare([literal], text);
    expect([
      said("-e", "With -e it ends."),
      said("-e", "With --edit or non-e"),
      said("2", "exit 2."),
      said("2", "exit 12 or 2.1"),
    ]).toEqual([1, 0, 1, 0]);
  });

  test("exact tokens decide between sentences with the same other words", () => {
    expect(
      quoted("What does the option -e do?", "The option E of old is gone. The option -e ends it at once.")[0],
    ).toContain("at once");
  });
});

test("a question for a count needs a number of the counted thing", () => {
  const text =
    "On 12 May people of the town saw the parcels of the workshop. The workshop has 474 new parcels.";
  expect(quoted("How many parcels has the workshop?", text)[0]).toContain("474 new parcels");
});

describe("a definition", () => {
  test.each([
    [
      "What is a hot journal in Brine?",
      "Brine has a journal. A journal that must be rolled back is called a hot journal. Hot journals are slow.",
    ],
    ["What is an NMU?", "To acknowledge an NMU, include its changes. An upload by others is termed an NMU."],
  ])("a definition may name the term at the end: %s", (question, text) => {
    expect(quoted(question, text)[0]).toMatch(/(?:called a hot journal|termed an NMU)\.$/);
  });

  test("a definition of both terms answers a question for their difference", () => {
    const text =
      'Files are told apart in two ways, shareable and unshareable. Not all files are shareable. "Shareable" files are those that others may use. "Unshareable" files are those that stay.';
    expect(
      quoted("What is the difference between shareable and unshareable files?", text).join(" "),
    ).toContain("others may use");
  });
});
