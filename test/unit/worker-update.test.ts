import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ASSET_STEPS,
  type AssetState,
  type AssetStep,
  parseSteps,
  type StepRecords,
  stringifySteps,
} from "../../src/domain/asset.ts";
import { stateAfter } from "../../src/domain/asset-lifecycle.ts";
import { decideUpdate, UPDATE_STATUSES, type ProcessorUpdate } from "../../src/domain/processor-update.ts";

interface State {
  readonly lifecycleState: AssetState;
  readonly jobId: string | null;
  readonly steps: StepRecords;
}

const FRESH: State = { lifecycleState: "processing", jobId: null, steps: parseSteps("{}") };
const NOW = new Date(1_000);

const fingerprintOf = (update: ProcessorUpdate): string => JSON.stringify(update);

/** Applies the service's decision about an update. */
function apply(state: State, update: ProcessorUpdate): { state: State; kind: string } {
  const verdict = decideUpdate(state, update, fingerprintOf(update), NOW);
  if (verdict.kind !== "recorded") return { state, kind: verdict.kind };
  const steps = parseSteps(stringifySteps(verdict.steps));
  const jobId = verdict.ends === null ? update.jobId : null;
  return {
    state: {
      lifecycleState: verdict.ends === null ? "processing" : stateAfter("processing", verdict.ends),
      jobId,
      steps,
    },
    kind: "recorded",
  };
}

const kindsOf = (updates: readonly ProcessorUpdate[]): string[] => {
  let state = FRESH;
  return updates.map((update) => {
    const applied = apply(state, update);
    state = applied.state;
    return applied.kind;
  });
};

function update(
  step: AssetStep,
  status: ProcessorUpdate["status"],
  message = "",
  jobId = "a",
): ProcessorUpdate {
  return { jobId, step, status, message, statusCode: 102 };
}

test("a job runs from its first `started` to the end of processing, and its late updates have no effect", () => {
  const started = update("processing", "started");
  const done = update("processing", "completed");
  expect(
    kindsOf([started, update("extract", "completed"), done, done, started, update("summarize", "started")]),
  ).toEqual(["recorded", "recorded", "recorded", "repeat", "repeat", "refused"]);
});

test("a `started` after the progress of its step adds nothing", () => {
  expect(
    kindsOf([
      update("processing", "started"),
      update("extract", "progress", "half"),
      update("extract", "started"),
    ]),
  ).toEqual(["recorded", "recorded", "repeat"]);
});

test("only `started` begins a job, and another job cannot start before the end of the first", () => {
  const other = update("processing", "started", "", "b");
  const updates = [
    update("extract", "progress"),
    update("extract", "started"),
    other,
    update("extract", "failed"),
    other,
  ];
  expect(kindsOf(updates)).toEqual(["refused", "recorded", "refused", "recorded", "recorded"]);
});

test("a late duplicate of an earlier job's update does not start that job again", () => {
  const run = (jobId: string): ProcessorUpdate[] => [
    update("processing", "started", "", jobId),
    update("processing", "completed", "", jobId),
  ];
  expect(kindsOf([...run("a"), ...run("b"), ...run("a")])).toEqual([
    "recorded",
    "recorded",
    "recorded",
    "recorded",
    "repeat",
    "repeat",
  ]);
});

test("a failed summary or embedding does not end the asset, and a failed text does", () => {
  const state = apply(FRESH, update("processing", "started")).state;
  for (const step of ASSET_STEPS) {
    const { lifecycleState } = apply(state, update(step, "failed", "It is torn.")).state;
    expect({ step, lifecycleState }).toEqual({
      step,
      lifecycleState: step === "summarize" || step === "embeddings" ? "processing" : "failed",
    });
  }
});

const updates = fc.array(
  fc.record({
    jobId: fc.constantFrom("a", "b", "c"),
    step: fc.constantFrom(...ASSET_STEPS),
    status: fc.constantFrom(...UPDATE_STATUSES),
    message: fc.constantFrom("", "one", "two"),
    statusCode: fc.constant(102),
  }),
  { maxLength: 40 },
);

test("duplicates change nothing, an ended step stays, and the service rejects a foreign job, in any order of updates", () => {
  fc.assert(
    fc.property(updates, (all) => {
      let state = FRESH;
      const recorded = new Set<string>();
      for (const each of all) {
        const before = state;
        const { state: after, kind } = apply(before, each);
        if (recorded.has(fingerprintOf(each))) expect(kind).toBe("repeat");
        if (kind !== "recorded") expect(after).toEqual(before);
        else {
          recorded.add(fingerprintOf(each));
          expect(before.jobId === null ? each.status : "started").toBe("started");
          expect(before.jobId ?? each.jobId).toBe(each.jobId);
          expect(after.jobId === null).toBe(after.lifecycleState !== "processing");
          if (before.jobId !== null) expectEndedStepsKept(before.steps, after.steps);
        }
        state = after;
      }
    }),
    { numRuns: 1_000 },
  );
});

function expectEndedStepsKept(before: StepRecords, after: StepRecords): void {
  for (const step of ASSET_STEPS) {
    const { completedAt, failedAt } = before[step];
    if (completedAt !== null || failedAt !== null) expect(after[step]).toEqual(before[step]);
  }
}
