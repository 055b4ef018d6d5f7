import { expect, test } from "vitest";
import { statusTextOf } from "../../src/domain/asset-status-text.ts";

const asset = { processingMessage: "", failureReason: "" };
const STATES = ["uploading", "uploaded", "processing", "ready", "failed", "deleted"];

test("every state is told as a sentence of its own", () => {
  const told = STATES.map((lifecycleState) => statusTextOf({ ...asset, lifecycleState }));
  expect(new Set(told).size).toBe(STATES.length);
  for (const text of told) expect(text).toMatch(/^[A-Z].*\.$/);
});

test("what is under way says more than the state does", () => {
  const told = statusTextOf({ ...asset, lifecycleState: "processing", processingMessage: "Making the text searchable." });
  expect(told).toBe("Making the text searchable.");
});

test("a failure says why, and what to do", () => {
  const failureReason = "This PDF is damaged. Save it again as PDF, and upload that.";
  expect(statusTextOf({ ...asset, lifecycleState: "failed", failureReason })).toBe(`It could not be read. ${failureReason}`);
});
