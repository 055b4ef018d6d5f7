import { expect, test } from "vitest";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import {
  addWaitingAsset,
  findWaiting,
  sendUpdate,
  sendTranscript,
  startJob,
  PROCESSOR_TOKEN,
} from "../../support/http/processor-update.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("the list contains waiting assets with their bytes until a job takes them", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const { trips } = await call("GET", "/v1/processing/assets", { token: PROCESSOR_TOKEN });
  expect(trips).toBe(1);
  const waiting = await findWaiting(assetId);
  expect(waiting).toMatchObject({
    organizationId: ada.organizationId,
    contentType: "audio/mpeg",
    originalFilename: "talk.mp3",
    filesize: 16,
  });
  expect(waiting.sha256).toMatch(/^[0-9a-f]{64}$/);
  const source = await rawCall("GET", waiting.signedSourceURL);
  expect({ status: source.status, source: await source.text() }).toEqual({
    status: 200,
    source: "not really sound",
  });
  await sendTranscript(assetId);
  const jobId = await startJob(assetId);
  expect(await findWaiting(assetId)).toBeUndefined();
  expect((await rawCall("GET", waiting.signedSourceURL)).status).toBe(200);
  await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect((await rawCall("GET", waiting.signedSourceURL)).status).toBe(404);
});

test("the list excludes types that the built-in processor reads, and rejects people", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "plain text");
  await notify(ada, assetId);
  await finishProcessing(assetId);
  expect(await findWaiting(assetId)).toBeUndefined();
  expect((await call("GET", "/v1/processing/assets", { token: ada.token })).body.code).toBe(
    "permission_denied",
  );
  expect((await call("GET", "/v1/processing/assets?limit=x", { token: PROCESSOR_TOKEN })).status).toBe(400);
  expect(
    (await call("GET", "/v1/processing/assets?limit=0", { token: PROCESSOR_TOKEN })).body.data.assets,
  ).toEqual([]);
});
