import { expect, test } from "vitest";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { charsBeforeSteps, findQuote, quotePositionIn } from "../../src/domain/citation-check.ts";

test("findQuote returns the occurrence nearest to the cited position, before or after it", () => {
  const text = "ab x ab x ab";
  expect([
    findQuote(text, "ab", 4)?.start,
    findQuote(text, "ab", 6)?.start,
    findQuote(text, "ab", 11)?.start,
  ]).toEqual([5, 5, 10]);
  expect([
    findQuote(text, "ab", 0)?.start,
    findQuote(text, "ab", 99)?.start,
    findQuote(text, "abc", 0),
  ]).toEqual([0, 10, null]);
});

test("a quote position has at most 240 code units of context on each side and splits no character", () => {
  const text = `${"🦓".repeat(200)}ab${"🦓".repeat(200)}`;
  const odd = quotePositionIn(text, 401, 402);
  expect([odd.before.isWellFormed(), odd.after.isWellFormed(), odd.quote]).toEqual([true, true, "b"]);
  expect([odd.before.length, odd.after.length]).toEqual([239, 240]);
  expect(quotePositionIn("ab", 0, 2)).toEqual({ start: 0, end: 2, before: "", quote: "ab", after: "" });
});

test("a character outside the BMP counts as one character", () => {
  expect([0, 3, 4].map((at) => runToCompletion(charsBeforeSteps("a🦓b", at)))).toEqual([0, 2, 3]);
  expect(Array.from(charsBeforeSteps("a".repeat(2_500_000), 2_500_000))).toHaveLength(2);
});
