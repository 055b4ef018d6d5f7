import { describe, expect, test } from "vitest";
import type { FileOutcome, Outcome } from "../../scripts/ci/outcome.ts";
import { isGreen, verdictOf } from "../../scripts/ci/verdict.ts";

const passed = (name: string) => ({ name, state: "passed" as const, error: "" });
const failed = (name: string, error = "wrong") => ({ name, state: "failed" as const, error });
const skipped = (name: string) => ({ name, state: "skipped" as const, error: "" });
const file = (path: string, tests: FileOutcome["tests"], errors: string[] = []): FileOutcome => ({
  project: "unit",
  path,
  isWhole: errors.length === 0,
  errors,
  tests,
});
const unloaded = (path: string, errors: string[] = []): FileOutcome => ({
  ...file(path, [], errors),
  isWhole: false,
});
const ran = (files: FileOutcome[], errors: string[] = []): Outcome => ({ files, errors });

describe("the verdict of a run", () => {
  test("the verdict counts passed tests, and ignores skipped tests", () => {
    const all = ran([
      file("a", [passed("one"), passed("one")]),
      file("b", [passed("two"), skipped("three")]),
    ]);
    expect(all.files.every(isGreen)).toBe(true);
    expect(verdictOf(all, [])).toEqual({ passed: 3, failed: [], passedAlone: [] });
  });

  test("the verdict names tests that failed twice, with the last message", () => {
    const first = ran([file("a", [passed("one"), failed("two", "late")])]);
    expect(first.files.map(isGreen)).toEqual([false]);
    expect(verdictOf(first, [ran([file("a", [passed("one"), failed("two", "wrong")])])])).toEqual({
      passed: 1,
      failed: [{ name: "a > two", error: "wrong" }],
      passedAlone: [],
    });
  });

  test("the verdict counts as passed, and names, tests that failed in the run and passed alone", () => {
    const first = ran([file("a", [failed("one"), failed("two")]), file("b", [passed("three")])]);
    expect(verdictOf(first, [ran([file("a", [passed("one"), failed("two")])])])).toEqual({
      passed: 2,
      failed: [{ name: "a > two", error: "wrong" }],
      passedAlone: ["a > one"],
    });
  });

  test("the verdict keeps a passed test as passed, even if the test fails alone", () => {
    const first = ran([file("a", [passed("one"), failed("two")])]);
    expect(verdictOf(first, [ran([file("a", [failed("one"), passed("two")])])])).toMatchObject({
      passed: 2,
      failed: [],
    });
  });

  test("the verdict counts a file with a failed load or setup as one failure, unless the file passes alone", () => {
    const first = ran([unloaded("a"), file("b", [skipped("one")], ["no port"])]);
    expect(first.files.map(isGreen)).toEqual([false, false]);
    expect(verdictOf(first, [])).toEqual({
      passed: 0,
      failed: [
        { name: "a", error: "did not run to its end" },
        { name: "b", error: "no port" },
      ],
      passedAlone: [],
    });
    const alone = [ran([file("a", [passed("zero")])]), ran([file("b", [passed("one")])])];
    expect(verdictOf(first, alone)).toEqual({ passed: 2, failed: [], passedAlone: ["a", "b"] });
  });

  test("the verdict fails for an error outside tests, unless vitest had no time to start a file that ran alone afterwards", () => {
    const slow = "[vitest-pool]: Timeout starting forks runner.";
    const outside = (error: string) => [{ name: "outside of the tests", error }];
    expect(verdictOf(ran([file("a", [passed("one")])], ["unhandled"]), []).failed).toEqual(
      outside("unhandled"),
    );
    expect(verdictOf(ran([file("a", [passed("one")])], [slow]), []).failed).toEqual(outside(slow));
    const alone = [ran([file("a", [passed("one")])])];
    expect(verdictOf(ran([unloaded("a")], [slow]), alone)).toEqual({
      passed: 1,
      failed: [],
      passedAlone: ["a"],
    });
    expect(verdictOf(ran([unloaded("a")], [slow, "unhandled"]), alone).failed).toEqual(outside("unhandled"));
  });
});
