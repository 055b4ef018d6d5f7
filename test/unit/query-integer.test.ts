import { expect, test } from "vitest";
import { queryInteger } from "../../src/http/wire/pagination.ts";

test.each([
  ["0", 0],
  ["9007199254740991", 9_007_199_254_740_991],
  ["9007199254740992", "must be at most 9007199254740991"],
  ["-1", "must be a whole number from 0"],
  ["1.5", "must be a whole number from 0"],
])("a query's %s becomes %s", (text, wanted) => {
  const { data, error } = queryInteger(0).safeParse(text);
  expect(error?.issues[0]?.message ?? data).toBe(wanted);
});
