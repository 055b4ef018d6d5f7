import { expect, test } from "vitest";
import { type AssetStep, NOT_STARTED, type StepRecord, stringifySteps } from "../../src/domain/asset.ts";
import { progressOf } from "../../src/domain/asset-progress.ts";

const at = (second: number): Date => new Date(second * 1000);
const open = (second: number): Partial<StepRecord> => ({ startAt: at(1), occurredAt: at(second) });
const ended = (second: number): Partial<StepRecord> => ({ ...open(second), completedAt: at(second) });
const failed = (second: number): Partial<StepRecord> => ({ ...open(second), failedAt: at(second) });

function assetWith(lifecycleState: string, steps: Partial<Record<AssetStep, Partial<StepRecord>>>) {
  const records = Object.entries(steps).map(([step, record]) => [step, { ...NOT_STARTED, ...record }]);
  const told = {
    processingMessage: "Reading page 3.",
    failureReason: "Page 3 is torn.",
    textTokens: 7,
    version: 4,
  };
  return { lifecycleState, steps: stringifySteps(Object.fromEntries(records)), ...told };
}

test.each([
  ["nothing has started", assetWith("processing", {}), ""],
  ["only the whole", assetWith("processing", { processing: open(5) }), "processing"],
  ["a step of the whole", assetWith("processing", { processing: open(5), extract: open(5) }), "extract"],
  [
    "the newest of several",
    assetWith("processing", { processing: open(9), extract: open(3), transcribe: open(4) }),
    "transcribe",
  ],
  [
    "the step after an ended one",
    assetWith("processing", { processing: open(5), extract: ended(5), summarize: open(5) }),
    "summarize",
  ],
  [
    "the whole, between steps",
    assetWith("processing", { processing: open(2), extract: ended(5) }),
    "processing",
  ],
  [
    "a step that failed without ending the asset",
    assetWith("processing", { processing: open(2), summarize: failed(5) }),
    "processing",
  ],
  [
    "the failed step of a failed asset",
    assetWith("failed", { processing: failed(5), extract: failed(5), summarize: open(9) }),
    "extract",
  ],
  [
    "the whole, when nothing else failed",
    assetWith("failed", { processing: failed(5), extract: ended(3) }),
    "processing",
  ],
  [
    "nothing of a ready asset",
    assetWith("ready", { processing: ended(5), summarize: failed(4), embeddings: open(3) }),
    "",
  ],
  ["nothing of one that waits", assetWith("uploaded", { processing: open(5) }), ""],
])("an asset reports the step: %s", (_, asset, step) => {
  expect(progressOf(asset, true).step).toBe(step);
});

test("a reader without access to an asset receives no texts that may quote it", () => {
  const asset = assetWith("failed", { processing: failed(5) });
  const facts = { lifecycleState: "failed", step: "processing", textTokens: 7, version: 4 };
  expect(progressOf(asset, true)).toEqual({
    ...facts,
    message: "Reading page 3.",
    failureReason: "Page 3 is torn.",
    failureCode: "other",
  });
  expect(progressOf(asset, false)).toEqual({ ...facts, message: "", failureReason: "", failureCode: "" });
});
