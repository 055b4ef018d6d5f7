import { expect, test } from "vitest";
import { idToBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset, notify, upload } from "../../support/http/assets.ts";
import {
  addWaitingAsset,
  findWaiting,
  putArtifact,
  sendUpdate,
  sendTranscript,
  startJob,
} from "../../support/http/processor-update.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("a job takes the asset, reports its steps, and makes it ready", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const jobId = newId("job");
  await sendTranscript(assetId);
  const started = await sendUpdate(assetId, jobId, { message: "Listening." });
  expect([started.status, started.trips, started.body.eventKey !== ""]).toEqual([200, 2, true]);
  expect(started.body.data).toMatchObject({
    lifecycleState: "processing",
    workerStrategy: "external",
    processingMessage: "Listening.",
  });
  expect(started.body.data.collectionIds).toHaveLength(1);
  await sendUpdate(assetId, jobId, {
    step: "transcribe",
    status: "progress",
    message: "Half.",
    displayName: "The talk",
  });
  await sendUpdate(assetId, jobId, {
    step: "transcribe",
    status: "completed",
    statusCode: 200,
    keywords: "engines, cards ,engines",
    textTokens: 12,
  });
  const done = await sendUpdate(assetId, jobId, {
    status: "completed",
    statusCode: 200,
    summary: "About engines.",
  });
  expect(done.body.data).toMatchObject({
    lifecycleState: "ready",
    lifecyclesCompleted: ["uploading", "uploaded", "processing"],
    displayName: "The talk",
    keywords: ["engines", "cards"],
    summary: "About engines.",
    textTokens: done.body.details.consumption.units,
    summaryStrategy: "external",
    keywordStrategy: "external",
    processingMessage: "",
    signedURL: "",
  });
  const { transcribe, lastReadyAt } = done.body.data.metadata;
  expect(transcribe).toMatchObject({ step: "transcribe", count: 1, statusCode: 200, failedAt: null });
  expect([transcribe.completedAt, lastReadyAt]).not.toContain(null);
  expect(Object.keys(transcribe).toSorted()).toEqual(
    [
      "completedAt",
      "count",
      "failedAt",
      "failedReason",
      "message",
      "occurredAt",
      "startAt",
      "statusCode",
      "step",
    ].toSorted(),
  );
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(body.data.lifecycleState).toBe("ready");
});

test("a processor without artifacts completes an asset, which search finds by name and summary", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada, "harbour-talk.mp3");
  const jobId = await startJob(assetId);
  const supplied = {
    displayName: "Talk at Marrow",
    keywords: "weir, toll",
    summary: "The weir keeper explains the toll of 41 crowns.",
    textTokens: 12,
  };
  await sendUpdate(assetId, jobId, { step: "transcribe", status: "completed", statusCode: 200, ...supplied });
  const done = await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect(done).toMatchObject({ status: 200 });
  expect(done.body.data).toMatchObject({
    lifecycleState: "ready",
    displayName: "Talk at Marrow",
    keywords: ["weir", "toll"],
    summary: supplied.summary,
    textTokens: 12,
    extractionStrategy: "external-summary",
    processingMessage: "The processor sent no text. Search finds this file by its name and its summary.",
  });
  for (const query of ["toll of the weir keeper", "Talk at Marrow"]) {
    const found = await call("searchPassages", { token: ada.token, body: { query } });
    expect({ query, passages: found.body.data.passages }).toMatchObject({
      query,
      passages: [{ assetId, text: supplied.summary }],
    });
  }
});

test("a processor without any output completes an asset, which search finds by name", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada, "foghorn-at-stanhope.mp3");
  const { artifactURLs } = await findWaiting(assetId);
  const jobId = await startJob(assetId);
  await putArtifact(artifactURLs.transcription, "  ", { "content-type": "text/plain; charset=utf-8" });
  const done = await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect(done.body.data).toMatchObject({
    lifecycleState: "ready",
    textTokens: 0,
    processingMessage: "The processor sent no text. Search finds this file by its name.",
  });
  const found = await call("POST", "/v1/search", { token: ada.token, body: { query: "foghorn" } });
  expect(found.body.data.passages).toMatchObject([{ assetId }]);
});

test("a later job that sends a text replaces the summary, and a job without a text keeps the earlier text", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const complete = { status: "completed", statusCode: 200 };
  await sendUpdate(assetId, await startJob(assetId), { ...complete, summary: "About engines." });
  const { body } = await sendUpdate(assetId, await startJob(assetId), {
    ...complete,
    summary: "About looms.",
  });
  const text = async () =>
    await (await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token })).text();
  expect({ message: body.data.processingMessage, text: await text() }).toEqual({
    message: "The processor sent no text. Search finds this file by its name and its summary.",
    text: "About looms.",
  });
  const ready = await addReadyAsset(ada, ada.personalId, "The Analytical Engine weaves algebraic patterns.");
  const kept = await sendUpdate(ready, await startJob(ready), complete);
  expect(kept.body.data).toMatchObject({
    processingMessage: "",
    summary: "The Analytical Engine weaves algebraic patterns.",
  });
});

test("the service rejects an update of another job, and an update that moves a finished step back", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const early = await sendUpdate(assetId, newId("job"), { status: "progress" });
  expect(early.body.code).toBe("failed_precondition");
  const jobId = await startJob(assetId);
  await sendUpdate(assetId, jobId, { step: "extract", status: "completed", statusCode: 200 });
  for (const [job, update] of [
    [newId("job"), {}],
    [newId("job"), { status: "completed" }],
    [jobId, { step: "extract", status: "progress" }],
    [jobId, { step: "extract", status: "started" }],
    [jobId, { step: "extract", status: "failed", message: "no" }],
    [jobId, { step: "extract", status: "completed", message: "once more" }],
  ] as const) {
    const refused = await sendUpdate(assetId, job, update);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 409,
      code: "failed_precondition",
    });
  }
  const after = await sendUpdate(assetId, jobId, { step: "extract", status: "completed", statusCode: 200 });
  expect(after.body.data.metadata.extract.failedAt).toBeNull();
});

test("a processor's failure message becomes the asset's reason, and another job may retry", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const failed = await sendUpdate(assetId, await startJob(assetId), {
    status: "failed",
    statusCode: 422,
    message: "The recording is silent.",
  });
  expect(failed.body.data).toMatchObject({
    lifecycleState: "failed",
    failureReason: "The recording is silent.",
  });
  expect(failed.body.data.metadata.processing).toMatchObject({
    failedReason: "The recording is silent.",
    statusCode: 422,
    completedAt: null,
  });
  const again = await sendUpdate(assetId, newId("job"), {});
  expect(again.body.data).toMatchObject({ lifecycleState: "processing", failureReason: "" });
  expect(again.body.data.metadata.processing).toMatchObject({ failedAt: null, failedReason: "", count: 1 });
});

test("an external processor may take processed assets and those that wait for no processor", async () => {
  const ada = await signUp();
  const ready = await addReadyAsset(ada, ada.personalId, "The Analytical Engine weaves algebraic patterns.");
  const jobId = await startJob(ready);
  const done = await sendUpdate(ready, jobId, { status: "completed", statusCode: 200 });
  expect(done.body.data).toMatchObject({
    lifecycleState: "ready",
    workerStrategy: "external",
    producedSummary: true,
  });
  const uploaded = await upload(ada, ada.personalId, "x");
  const awaited = await sendUpdate(uploaded, newId("job"), {});
  expect({ status: awaited.status, message: awaited.body.message }).toEqual({
    status: 409,
    message: "The file of this asset has not arrived.",
  });
  await notify(ada, uploaded, false);
  const taken = await sendUpdate(uploaded, newId("job"), {});
  expect(taken.body.data).toMatchObject({
    lifecycleState: "processing",
    lifecyclesCompleted: ["uploading", "uploaded"],
  });
});

test("a status update requires a service with the scope, and errors name unknown and inconsistent ids and values by field", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const jobId = newId("job");
  expect((await sendUpdate(assetId, jobId, {}, ada.token)).body.code).toBe("permission_denied");
  expect((await sendUpdate(newId("asset"), jobId, {})).body.code).toBe("not_found");
  for (const [path, fields] of [
    ["assetID", { assetID: newId("asset") }],
    ["assetID", { assetID: idToBytes(newId("asset")) }],
    ["jobID", { jobID: newId("op") }],
    ["status", { status: "done" }],
    ["step", { step: "dance" }],
    ["statusCode", { statusCode: 7 }],
    ["statusCode", { statusCode: 200.5 }],
    ["message", { message: 1 }],
    ["textTokens", { textTokens: -1 }],
  ] as const) {
    const refused = await sendUpdate(assetId, jobId, fields);
    expect({ status: refused.status, path: refused.body.data.issues?.[0]?.path }).toEqual({
      status: 400,
      path,
    });
  }
});
