import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { LONG_TESTS } from "../../scripts/lib/long-tests.ts";
import { BREAKS } from "../mutants/breaks.ts";

const filesOf = (pattern: string): string[] => globSync(pattern).filter((file) => file.endsWith(".test.ts"));

/** What stands between braces, each for itself. */
function alternatives(pattern: string): string[] {
  const [, before = pattern, inner, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return inner === undefined ? [before] : inner.split(",").map((each) => `${before}${each}${after}`);
}

test.each(LONG_TESTS.flatMap(alternatives))("%s is there", (pattern) => {
  expect(filesOf(pattern)).not.toEqual([]);
});

test("what sees the breaks of test:mutants is in npm test", () => {
  const long = new Set(LONG_TESTS.flatMap(filesOf));
  expect(BREAKS.flatMap(({ tests }) => tests).filter((file) => long.has(file))).toEqual([]);
});
