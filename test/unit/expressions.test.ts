import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  composedExpressions,
  composingFiles,
  expressionsOf,
  type FoundExpression,
  literalExpressions,
} from "../support/assertions/literal-expressions.ts";
import { superlinearParts } from "../support/assertions/superlinear-parts.ts";

const SOURCE = resolve("src");
const complaints = (found: readonly FoundExpression[]): string[] =>
  found.flatMap((each) =>
    superlinearParts(each).map((part) => `${each.file}: /${each.source}/${each.flags}: ${part}`),
  );

describe("regular expressions take linear time for every text", () => {
  test("literals in the source", () => {
    const found = literalExpressions(SOURCE);
    expect(found.length).toBeGreaterThan(100);
    expect(complaints(found)).toEqual([]);
  });

  test("expressions that the source composes", async () => {
    const files = composingFiles(SOURCE);
    const found = await composedExpressions(files, [resolve("src/http/wire/assets/listed-asset.ts")]);
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(files));
    expect(complaints(found)).toEqual([]);
  });
});

describe("the search for superlinear expressions", () => {
  test.each([
    [
      "a word before a hyphen, looked for from each of its letters",
      String.raw`/(\p{L}[\p{L}\p{M}'’-]*)[-\u2010\u00ad]$/u`,
    ],
    ["the leaders of a list of contents", String.raw`/(?:\. ?){4,}\s*[\divxlc]*$/i`],
    ["rules with wildcards, among blank lines", String.raw`/^(?!\s*user-agent\s*:)[^#\n\r]*\*[^\n\r]*$/gim`],
    ["a title between spaces that may be its own", String.raw`/^title:\s*(["']?)(.+?)\1\s*$/m`],
    ["exponential backtracking", "/^(?:a+)+$/"],
  ])("the search finds %s", (_, literal) => {
    expect(
      complaints(
        expressionsOf(`function read(text: string) { return ${literal}.test(text); }`, "planted.ts"),
      ),
    ).not.toEqual([]);
  });

  test("the search accepts a linear expression", () => {
    expect(complaints(expressionsOf("export const A = /^a+b/, B = /[ab]+/g;", "planted.ts"))).toEqual([]);
  });
});
