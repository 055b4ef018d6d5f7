import { describe, expect, test } from "vitest";
import { splitSentences } from "../../../scripts/lint/prose/split-sentences.ts";

const split = (text: string) => splitSentences({ category: "docs", file: "a.md", line: 10, text });
const texts = (text: string): string[] => split(text).map((sentence) => sentence.text);

describe("splitSentences", () => {
  test("splitSentences splits at full stops, but not at abbreviations, versions or file names", () => {
    expect(texts("Takes a name, e.g. Ada Lovelace. Node 24.1.2 reads README.md first. A third one.")).toEqual(
      ["Takes a name, e.g. Ada Lovelace.", "Node 24.1.2 reads README.md first.", "A third one."],
    );
  });

  test("splitSentences ends a sentence at the end of a quotation with a full stop", () => {
    expect(texts('It asks "Is it open?" Nobody answers the question.')).toEqual([
      'It asks "Is it open?"',
      "Nobody answers the question.",
    ]);
  });

  test("splitSentences returns the line on which a sentence begins", () => {
    expect(split("The first sentence\ngoes on. The second\nends here.").map(({ line }) => line)).toEqual([
      10, 11,
    ]);
  });

  test("splitSentences counts code, an address, a path and a quotation as one word each", () => {
    expect(
      split('Read `a b c d`, https://example.com/a/b-c, docs/adr/0001.md and "one two three" now.')[0]?.words,
    ).toBe(7);
  });

  test("splitSentences omits labels of one or two words", () =>
    expect(texts("See below. This is a sentence.")).toEqual(["This is a sentence."]));
});
