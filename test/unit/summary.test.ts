import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { summarizeText } from "../../src/ingestion/summary/summarize-text.ts";
import { TEXTS } from "../support/fixtures/conversations.ts";

const sample = (name: string): string =>
  readFileSync(`tools/eval/samples/island/texts/${name}`, { encoding: "utf8" });

test.each([
  ["observatory.txt", "The observatory on Carn Hill was founded in 1872"],
  ["ferry-and-house-rules.md", "The station stands on the island of Skerra"],
  ["backup-guide.md", "Tidesave copies folders to another machine"],
  ["musee-du-sel.txt", "Le musée occupe un ancien grenier à sel"],
  ["gartenordnung.txt", "Jede Parzelle wird mindestens zu einem Drittel"],
])("the summary of %s begins with its key statement", (name, beginning) => {
  expect(summarizeText(sample(name)).startsWith(beginning)).toBe(true);
});

test.each(Object.entries(TEXTS))("the summary of %s begins with its first sentence", (_, text) => {
  const summary = summarizeText(text);
  expect(summary.length).toBeLessThanOrEqual(500);
  expect(text.startsWith(summary.slice(0, 12))).toBe(true);
});

test("a summary omits boilerplate openings", () => {
  const licence = [
    "Copyright (C) 2007 Skerra Free Press. All rights reserved, and no part of it may be sold.",
    "Permission is granted to copy and distribute this document under the terms of a licence.",
    "Everyone is permitted to copy and distribute verbatim copies of this document.",
  ];
  const said = "Tidesave copies folders to another machine, and keeps the copies of thirty days.";
  expect(
    summarizeText([...licence, said, "Folders that have not changed are not copied again."].join("\n\n")),
  ).toMatch(/^Tidesave copies/);
  expect(
    summarizeText(
      "Copyright law protects authors. The copyright of a text ends seventy years after the death of its author.",
    ),
  ).toMatch(/^Copyright law/);
});
