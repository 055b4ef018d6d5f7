import { expect, test } from "vitest";
import { statusTextOf } from "../../src/domain/status-text.ts";

const asset = { processingMessage: "", failureReason: "" };
const STATES = ["uploading", "uploaded", "processing", "ready", "failed", "deleted"];

test("each state of an asset has its own status text", () => {
  const told = STATES.map((lifecycleState) => statusTextOf({ ...asset, lifecycleState }, null));
  expect(new Set(told).size).toBe(STATES.length);
  for (const text of told) expect(text).toMatch(/^[A-Z].*\.$/);
});

test("an asset in progress has a more detailed status text than its state", () => {
  const told = statusTextOf(
    { ...asset, lifecycleState: "processing", processingMessage: "Making the text searchable." },
    null,
  );
  expect(told).toBe("Making the text searchable.");
});

test("the status text of a failed asset gives the reason and the remedy", () => {
  const failureReason = "This PDF is damaged. Save it again as PDF, and upload that.";
  expect(statusTextOf({ ...asset, lifecycleState: "failed", failureReason }, null)).toBe(
    `Processing failed. ${failureReason}`,
  );
});

test.each([
  ["pending", 0, "", "Ready. Semantic search is not ready yet."],
  ["pending", 40, "", "Ready. Semantic search is 40 % ready."],
  ["pending", 0, "2 pages hold no text.", "2 pages hold no text. Semantic search is not ready yet."],
  ["ready", 100, "", "Ready."],
  ["failed", 40, "", "Ready."],
  [null, 0, "", "Ready."],
] as const)(
  "the status text of a ready asset whose vectors are %s, %i %%, reports their state (%j)",
  (state, percent, processingMessage, text) => {
    const vectors = state === null ? null : { state, percent };
    expect(statusTextOf({ ...asset, lifecycleState: "ready", processingMessage }, vectors)).toBe(text);
  },
);
