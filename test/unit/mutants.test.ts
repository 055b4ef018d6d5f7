import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applyMutation, projectOf } from "../mutants/mutation.ts";
import { MUTATIONS } from "../mutants/mutations.ts";

test("there are at least twenty mutations with unique names", () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

test.each(MUTATIONS)("$name can be applied: its text occurs once in its file", (each) => {
  const text = readFileSync(each.file, "utf8");
  expect(applyMutation(each, text)).not.toBe(text);
});

test.each(MUTATIONS)("$name names test files of npm test, of one project", ({ tests }) => {
  expect(
    tests.filter(
      (file) => !existsSync(file) || !/^test\/(?:unit|worker|security|e2e)\/.*\.test\.ts$/.test(file),
    ),
  ).toEqual([]);
  expect(new Set(tests.map(projectOf)).size).toBe(1);
});

test("npm test runs every test that a mutation names", () => {
  const named = MUTATIONS.flatMap(({ tests }) => tests);
  expect(named.filter((file) => /\.(?:slow|exhaustive)\.test\.ts$/.test(file))).toEqual([]);
});

test("a text that is missing or occurs twice is reported and changes nothing", () => {
  const each = {
    name: "n",
    effect: "",
    file: "f.ts",
    find: "a+b",
    replace: "$&",
    tests: ["test/unit/x.test.ts"] as const,
  };
  expect(applyMutation(each, "1 a+b 2")).toBe("1 $& 2");
  expect(() => applyMutation(each, "nothing")).toThrow('"a+b" occurs 0 times in f.ts');
  expect(() => applyMutation(each, "a+b a+b")).toThrow('"a+b" occurs 2 times in f.ts');
});
