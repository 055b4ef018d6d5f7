import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { broken, projectOf } from "../mutants/break.ts";
import { BREAKS } from "../mutants/breaks.ts";

test("there are at least twenty mutations with unique names", () => {
  expect(BREAKS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(BREAKS.map(({ name }) => name)).size).toBe(BREAKS.length);
});

test.each(BREAKS)("$name can be applied: its text occurs once in its file", (each) => {
  const text = readFileSync(each.file, "utf8");
  expect(broken(each, text)).not.toBe(text);
});

test.each(BREAKS)("$name names test files of npm test, of one project", ({ tests }) => {
  expect(tests.filter((file) => !existsSync(file) || !/^test\/(?:unit|worker|security|e2e)\/.*\.test\.ts$/.test(file))).toEqual([]);
  expect(new Set(tests.map(projectOf)).size).toBe(1);
});

test("npm test runs every test that a mutation names", () => {
  const seenBy = BREAKS.flatMap(({ tests }) => tests);
  expect(seenBy.filter((file) => /\.(?:slow|exhaustive)\.test\.ts$/.test(file))).toEqual([]);
});

test("a text that is missing or occurs twice is reported and changes nothing", () => {
  const each = { name: "n", breaks: "", file: "f.ts", find: "a+b", replace: "$&", tests: ["test/unit/x.test.ts"] as const };
  expect(broken(each, "1 a+b 2")).toBe("1 $& 2");
  expect(() => broken(each, "nothing")).toThrow('"a+b" stands 0 times in f.ts');
  expect(() => broken(each, "a+b a+b")).toThrow('"a+b" stands 2 times in f.ts');
});
