import fc from "fast-check";
import { expect, test } from "vitest";
import { ASSET_STEPS } from "../../../src/domain/asset.ts";
import { newId } from "../../../src/domain/ids.ts";
import {
  addWaitingAsset,
  sendUpdate,
  sendTranscript,
  startJob,
  PROCESSOR_TOKEN,
} from "../../support/http/processor-update.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("a repeated status update changes nothing and creates no event, even long after", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  await sendTranscript(assetId);
  const jobId = await startJob(assetId);
  const completed = { step: "extract", status: "completed", statusCode: 200, displayName: "One" };
  const first = await sendUpdate(assetId, jobId, completed);
  await sendUpdate(assetId, jobId, { step: "summarize", status: "progress", displayName: "Two" });
  const last = await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  for (const update of [{}, completed, { status: "completed", statusCode: 200 }]) {
    const again = await sendUpdate(assetId, jobId, update);
    expect({ status: again.status, eventKey: again.body.eventKey, trips: again.trips }).toEqual({
      status: 200,
      eventKey: "",
      trips: 1,
    });
    expect(again.body.data).toEqual(last.body.data);
  }
  expect(first.body.data.version).toBeLessThan(last.body.data.version);
});

test("one of two processors that start at the same time gets the asset", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => await sendUpdate(assetId, newId("job"), {})),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.code === "failed_precondition")).toHaveLength(3);
});

test("a repeated Idempotency-Key returns the current asset", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const jobID = newId("job");
  const body = {
    assetID: assetId,
    jobID,
    step: "processing",
    status: "started",
    statusCode: 102,
    message: "",
  };
  const options = { token: PROCESSOR_TOKEN, body, headers: { "idempotency-key": newId("req") } };
  const first = await call("POST", `/v1/asset-status/${assetId}`, options);
  const again = await call("POST", `/v1/asset-status/${assetId}`, options);
  expect(again.body.eventKey).toBe(first.body.eventKey);
  expect(again.body.data).toEqual(first.body.data);
});

test("the service records or rejects each update once, in any order, repeated or parallel, with one final state", async () => {
  const ada = await signUp();
  const jobs = [newId("job"), newId("job")];
  const update = fc.record({
    jobId: fc.constantFrom(...jobs),
    step: fc.constantFrom(...ASSET_STEPS),
    status: fc.constantFrom("started", "progress", "completed", "failed"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 4, maxLength: 10 }), async (updates) => {
      const assetId = await addWaitingAsset(ada);
      const before = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
      const answers = await Promise.all(
        [...updates, ...updates].map(async ({ jobId, ...sent }) => await sendUpdate(assetId, jobId, sent)),
      );
      const after = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
      const events = answers.filter((answer) => answer.status === 200 && answer.body.eventKey !== "");
      expect(after.body.data.version - before.body.data.version).toBe(events.length);
      for (const { status } of answers) expect([200, 409, 503]).toContain(status);
      for (const step of ASSET_STEPS) {
        const { completedAt, failedAt } = after.body.data.metadata[step];
        expect([completedAt, failedAt]).toContain(null);
      }
    }),
    { numRuns: 5 },
  );
}, 30_000);
