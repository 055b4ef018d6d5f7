import { expect, test } from "vitest";
import { answerMarkdown, answerText } from "../../../console/src/thread/copy-answer.ts";
import type { Cited } from "../../../console/src/thread/timeline/stored-messages.ts";

const cited = (ordinal: number, quote: string, page: number): Cited => ({
  id: `cite_${ordinal}`,
  ordinal,
  quote,
  assetId: "asset_1",
  displayName: "agreement.pdf",
  start: 0,
  end: quote.length,
  page,
  locator: { kind: "page", page },
  version: "v",
  support: "quoted",
});

const ANSWER = {
  text: "First. [1]\n\n- Second [2] and [7]",
  citations: [cited(1, "First.", 7), cited(2, "Two\nlines", 8)],
};

test("an answer is copied as text with its numbers and a source for each", () => {
  expect(answerText(ANSWER)).toBe(
    'First. [1]\n\n- Second [2] and [7]\n\n[1] "First." (agreement.pdf, page 7)\n[2] "Two\nlines" (agreement.pdf, page 8)',
  );
  expect(answerText({ text: "Nothing.", citations: [] })).toBe("Nothing.");
});

test("in Markdown the numbers of sources are footnotes, and other numbers stay", () => {
  expect(answerMarkdown(ANSWER)).toBe(
    'First. [^1]\n\n- Second [^2] and [7]\n\n[^1]: "First." (agreement.pdf, page 7)\n[^2]: "Two\n    lines" (agreement.pdf, page 8)',
  );
});
