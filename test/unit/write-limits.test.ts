import { expect, test } from "vitest";
import { inlineLimits } from "../../src/storage/d1/core/inline-limits.ts";

test("the service inlines a limit into its statement, and every other value stays bound", () => {
  const sql = "SELECT a FROM (SELECT a FROM t WHERE b = ? LIMIT ?) WHERE c > ? ORDER BY a limit ? OFFSET ?";
  expect(inlineLimits({ sql, params: ["b", 5, 1, 20, 40] })).toEqual({
    sql: "SELECT a FROM (SELECT a FROM t WHERE b = ? LIMIT 5) WHERE c > ? ORDER BY a limit 20 OFFSET ?",
    params: ["b", 1, 40],
  });
});

test("quoted text contains no value", () => {
  const sql = `SELECT '?', 'it''s LIMIT ?', "limit ?" FROM t WHERE b = ? LIMIT ?`;
  const written = `SELECT '?', 'it''s LIMIT ?', "limit ?" FROM t WHERE b = ? LIMIT 3`;
  expect(inlineLimits({ sql, params: ["b", 3] })).toEqual({ sql: written, params: ["b"] });
});

test.each([null, "3; DROP TABLE t", 1.5, Number.NaN])("a limit of %j stays bound", (limit) => {
  const query = { sql: "SELECT a FROM t LIMIT ?", params: [limit] };
  expect(inlineLimits(query)).toEqual(query);
});

test("a statement without a limit stays unchanged", () => {
  const query = { sql: "SELECT a FROM t WHERE limited = ?", params: [1] };
  expect(inlineLimits(query)).toBe(query);
});
