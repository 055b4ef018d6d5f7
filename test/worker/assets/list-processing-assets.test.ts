import { expect, test } from "vitest";
import { finishProcessing, notify, upload } from "../../support/assets.ts";
import { addWaitingAsset, listed, report, sendTranscript, startJob, WORKER_TOKEN } from "../../support/external-worker.ts";
import { call, rawCall } from "../../support/http.ts";
import { signUp } from "../../support/people.ts";

test("lists waiting assets with their bytes until a job takes them", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const { trips } = await call("GET", "/v1/processing/assets", { token: WORKER_TOKEN });
  expect(trips).toBe(1);
  const waiting = await listed(assetId);
  expect(waiting).toMatchObject({
    organizationId: ada.organizationId,
    contentType: "audio/mpeg",
    originalFilename: "talk.mp3",
    filesize: 16,
  });
  expect(waiting.sha256).toMatch(/^[0-9a-f]{64}$/);
  const source = await rawCall("GET", waiting.signedSourceURL);
  expect([source.status, await source.text()]).toEqual([200, "not really sound"]);
  await sendTranscript(assetId);
  const jobId = await startJob(assetId);
  expect(await listed(assetId)).toBeUndefined();
  expect((await rawCall("GET", waiting.signedSourceURL)).status).toBe(200);
  await report(assetId, jobId, { status: "completed", statusCode: 200 });
  expect((await rawCall("GET", waiting.signedSourceURL)).status).toBe(404);
});

test("excludes types that the built-in processor reads, and rejects people", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "plain text");
  await notify(ada, assetId);
  await finishProcessing(assetId);
  expect(await listed(assetId)).toBeUndefined();
  expect((await call("GET", "/v1/processing/assets", { token: ada.token })).body.code).toBe("permission_denied");
  expect((await call("GET", "/v1/processing/assets?limit=x", { token: WORKER_TOKEN })).status).toBe(400);
  expect((await call("GET", "/v1/processing/assets?limit=0", { token: WORKER_TOKEN })).body.data.assets).toEqual([]);
});
