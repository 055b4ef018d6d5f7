import { expect, test } from "vitest";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const TEXT =
  "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("an uploaded text becomes ready, and the asset records its steps", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const notified = await notify(ada, assetId);
  expect({ status: notified.status, trips: notified.trips, done: notified.body.done }).toEqual({
    status: 200,
    trips: 2,
    done: false,
  });
  expect(notified.body.data.lifecycleState).toBe("processing");
  await finishProcessing(assetId);
  const { body, trips } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(trips).toBe(1);
  expect(body.data).toMatchObject({
    lifecycleState: "ready",
    lifecyclesCompleted: ["uploading", "uploaded", "processing"],
    fileSize: TEXT.length,
    failureReason: "",
    extractionStrategy: "text",
    producedSummary: true,
  });
  expect(body.data.metadata.extract).toMatchObject({ count: 1, failedReason: "", step: "extract" });
  expect(body.data.metadata.extract.completedAt).not.toBeNull();
  expect(body.data.metadata.transcribe.startAt).toBeNull();
  expect(body.data.metadata.embeddings.startAt).toEqual(body.data.metadata.lastReadyAt);
  const text = await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token });
  expect(await text.text()).toBe(TEXT);
});

test("creating an asset rejects a content type that is invalid in a header", async () => {
  const ada = await signUp();
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const asset = {
    collectionID: ada.personalId,
    creationMethod: "upload",
    organizationContext,
    originalFileName: "a.txt",
  };
  for (const contentType of [
    "text/plain;\r\n charset=utf-8",
    "text/plain;\n",
    "text/plain;\u3000charset=utf-8",
    "text",
  ]) {
    const { body } = await call("POST", "/v1/assets", { token: ada.token, body: { ...asset, contentType } });
    expect(body.data.issues[0].path).toBe("contentType");
  }
});
