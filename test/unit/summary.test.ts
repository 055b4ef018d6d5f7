import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { summarize } from "../../src/ingestion/summary/summarize.ts";
import { TEXTS } from "../support/conversation/talks.ts";

const sample = (name: string): string => readFileSync(`eval/samples/island/texts/${name}`, { encoding: "utf8" });

test.each([
  ["observatory.txt", "The observatory on Carn Hill was founded in 1872"],
  ["ferry-and-house-rules.md", "The station stands on the island of Skerra"],
  ["backup-guide.md", "Tidesave copies folders to another machine"],
  ["musee-du-sel.txt", "Le musée occupe un ancien grenier à sel"],
  ["gartenordnung.txt", "Jede Parzelle wird mindestens zu einem Drittel"],
])("the summary of %s begins with what a person would say first", (name, beginning) => {
  expect(summarize(sample(name)).startsWith(beginning)).toBe(true);
});

test.each(Object.entries(TEXTS))("the summary of %s begins with its first sentence", (_, text) => {
  const summary = summarize(text);
  expect(summary.length).toBeLessThanOrEqual(500);
  expect(text.startsWith(summary.slice(0, 12))).toBe(true);
});
