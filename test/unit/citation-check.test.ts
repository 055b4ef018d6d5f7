import { expect, test } from "vitest";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { charsBeforeSteps, findQuote, quotePositionIn } from "../../src/domain/citation-check.ts";

test("the nearest place counts, before or behind where it was cited", () => {
  const text = "ab x ab x ab";
  expect([findQuote(text, "ab", 4)?.start, findQuote(text, "ab", 6)?.start, findQuote(text, "ab", 11)?.start]).toEqual([5, 5, 10]);
  expect([findQuote(text, "ab", 0)?.start, findQuote(text, "ab", 99)?.start, findQuote(text, "abc", 0)]).toEqual([0, 10, null]);
});

test("what stands around is at most 240 code units on each side, and no character is cut in two", () => {
  const text = `${"🦓".repeat(200)}ab${"🦓".repeat(200)}`;
  const odd = quotePositionIn(text, 401, 402);
  expect([odd.before.isWellFormed(), odd.after.isWellFormed(), odd.quote]).toEqual([true, true, "b"]);
  expect([odd.before.length, odd.after.length]).toEqual([239, 240]);
  expect(quotePositionIn("ab", 0, 2)).toEqual({ start: 0, end: 2, before: "", quote: "ab", after: "" });
});

test("characters are counted as people count them", () => {
  expect([0, 3, 4].map((at) => runToCompletion(charsBeforeSteps("a🦓b", at)))).toEqual([0, 2, 3]);
  expect(Array.from(charsBeforeSteps("a".repeat(2_500_000), 2_500_000))).toHaveLength(2);
});
