import { describe, expect, test } from "vitest";
import { checkProse } from "../../../scripts/lint/prose/check-prose.ts";
import { drawSample } from "../../../scripts/lint/prose/draw-sample.ts";
import { countFigures, exceeded } from "../../../scripts/lint/prose/figures.ts";
import type { Passage } from "../../../scripts/lint/prose/passage.ts";
import { failureLines } from "../../../scripts/lint/prose/finding-lines.ts";
import { splitSentences } from "../../../scripts/lint/prose/split-sentences.ts";

const passage = (text: string): Passage => ({ category: "comments", file: "src/a.ts", line: 1, text });
const figuresOf = (texts: readonly string[]) => {
  const passages = texts.map(passage);
  const sentences = passages.flatMap(splitSentences);
  return countFigures(sentences, checkProse(passages, sentences));
};
const PLAIN = "The room closes the socket.";
const LONG = `${"word ".repeat(31)}.`;

describe("figures", () => {
  test("the figures count sentences and the sentences that break each rule", () => {
    expect(figuresOf([PLAIN, "What fails is deleted.", LONG])).toEqual([
      { category: "comments", sentences: 3, broken: { clauseAsNoun: 1, passive: 1, long: 1, tableCell: 0 } },
    ]);
  });

  test.each([
    ["clauseAsNoun", "It says what fails.", 1],
    ["passive", "The row is deleted.", 20],
    ["long", LONG, 3],
  ] as const)(
    "the figures fail if more than the permitted proportion of sentences breaks %s",
    (rule, text, limit) => {
      const failing = (count: number) =>
        figuresOf([...Array(count).fill(text), ...Array(100 - count).fill(PLAIN)]).flatMap(exceeded);
      expect({ at: failing(limit), above: failing(limit + 1) }).toEqual({ at: [], above: [rule] });
    },
  );

  test("a failure names the category and the rule", () => {
    expect(failureLines(figuresOf([LONG]))).toEqual([
      'comments: too many sentences break the rule "over 30 words".',
    ]);
  });
});

describe("drawSample", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  test("the sample contains each item at most once, and the same items for the same seed", () => {
    const drawn = drawSample(items, 60, 7);
    expect({ unique: new Set(drawn).size, again: drawSample(items, 60, 7) }).toEqual({
      unique: 60,
      again: drawn,
    });
    expect(drawSample(items, 60, 8)).not.toEqual(drawn);
  });

  test("the sample contains everything if fewer items exist", () =>
    expect(drawSample(items, 200, 1).toSorted((a, b) => a - b)).toEqual(items));
});
