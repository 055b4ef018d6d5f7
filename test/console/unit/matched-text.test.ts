import { expect, test } from "vitest";
import { splitMatched } from "../../../console/src/pages/search/matched-text.tsx";

const marked = (text: string, ...words: string[]): string =>
  splitMatched(text, words)
    .map(({ piece, isMatched }) => (isMatched ? `[${piece}]` : piece))
    .join("");

test("matched words are marked in any case, the longest first, and nothing else", () => {
  expect(marked("Tides and tide tables", "tide", "tides")).toBe("[Tides] and [tide] tables");
  expect(marked("No hit", "tide")).toBe("No hit");
  expect(marked("Text", "")).toBe("Text");
  expect(marked("潮汐表", "潮汐")).toBe("[潮汐]表");
});

test("words are text, not a pattern", () => {
  expect(marked("a.c abc (x|y) \\ ^", "a.c", "(x|y)", "\\")).toBe("[a.c] abc [(x|y)] [\\] ^");
});
