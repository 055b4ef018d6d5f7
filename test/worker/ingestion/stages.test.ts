import { expect, test } from "vitest";
import type { Progress } from "../../../src/ingestion/record-progress.ts";
import { mergedProgress } from "../../../src/ingestion/progress-fields.ts";
import { STAGES } from "../../../src/ingestion/stages/stages.ts";
import { LOOKING, RECORDING } from "../../../src/ingestion/stage-clock.ts";

const ALARM_MS = 15 * 60_000;

test.each([
  ["delegated", ["fingerprint", "delegate"]],
  ["in_memory", ["fingerprint", "extract", "index-text", "unpack", "summarize"]],
  ["staged", ["fingerprint", "extract", "index-text", "unpack", "summarize"]],
  ["reindex", ["index-text", "reconcile-membership"]],
  ["done", []],
] as const)(
  "the mode %s runs its stages in order, and its deadlines with those of a page end before the alarm limit",
  (mode, names) => {
    const stages = STAGES.filter(({ modes }) => modes.includes(mode));
    expect(stages.map(({ name }) => name)).toEqual(names);
    const firsts = STAGES.filter(({ modes }) => modes.includes("fetch") || modes.includes("refresh"));
    expect(firsts.map(({ name }) => name)).toEqual(["fetch-page", "replace-file", "refresh-page"]);
    // Of these three, one has work to do.
    for (const first of firsts) {
      const longest = [LOOKING, RECORDING, ...[first, ...stages].map(({ deadline }) => deadline)].reduce(
        (sum, { ms }) => sum + ms,
        0,
      );
      expect(longest).toBeLessThan(ALARM_MS);
    }
  },
);

test("merged progress keeps all earlier changes", () => {
  const first: Progress = {
    steps: { processing: { statusCode: 102, message: "Reading." }, extract: { count: 2 } },
    fields: { displayName: "a", failureReason: "" },
    units: 3,
  };
  const then: Progress = {
    steps: { processing: { statusCode: 200 } },
    fields: { displayName: "b" },
    ends: "finish",
    units: 4,
  };
  expect(mergedProgress(first, then)).toEqual({
    steps: { processing: { statusCode: 200, message: "Reading." }, extract: { count: 2 } },
    fields: { displayName: "b", failureReason: "" },
    ends: "finish",
    statements: [],
    units: 7,
  });
  expect(mergedProgress(null, then)).toBe(then);
});
