import { expect, test } from "vitest";
import { MAX_UPLOAD_BYTES } from "../../../src/domain/asset.ts";
import { addReadyAsset, finishProcessing, notify, put, upload } from "../../support/assets.ts";
import { testEnv } from "../../support/env.ts";
import { call, rawCall } from "../../support/http.ts";
import { signUp } from "../../support/people.ts";
import { share } from "../../support/workspace.ts";

const TEXT = "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("an uploaded text becomes ready, with its steps recorded", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const notified = await notify(ada, assetId);
  expect([notified.status, notified.trips, notified.body.done]).toEqual([200, 2, false]);
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
  expect(body.data.metadata.embeddings.startAt).toBeNull();
  const text = await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token });
  expect(await text.text()).toBe(TEXT);
});

test("the source is given in whole and in ranges, to those who may read it at that moment", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT, { name: "naïve “notes”.txt" });
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  const url: string = body.data.signedURL;
  const whole = await rawCall("GET", url);
  expect([whole.status, await whole.text()]).toEqual([200, TEXT]);
  expect(whole.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''na%C3%AFve");
  const part = await rawCall("GET", url, { headers: { range: "bytes=4-14" } });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    TEXT.slice(4, 15),
    `bytes 4-14/${TEXT.length}`,
  ]);
  const suffix = await rawCall("GET", url, { headers: { range: "bytes=-5" } });
  expect(await suffix.text()).toBe(TEXT.slice(-5));
  const beyond = await rawCall("GET", url, { headers: { range: "bytes=100000-" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${TEXT.length}`]);
  const changed = await rawCall("GET", url, { headers: { range: "bytes=4-14", "if-range": '"another"' } });
  expect([changed.status, await changed.text()]).toEqual([200, TEXT]);
});

test("a stranger learns nothing of an asset; a reader may read and not announce", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  for (const path of [`/v1/assets/${assetId}`, `/v1/assets/${assetId}/text`]) {
    const hidden = await rawCall("GET", path, { token: eve.token });
    expect(hidden.status).toBe(404);
    expect(await hidden.text()).not.toContain("Engine");
  }
  expect((await notify(eve, assetId)).status).toBe(404);
  await share(ada, ada.personalId, eve, ["read"]);
  expect((await call("GET", `/v1/assets/${assetId}`, { token: eve.token })).status).toBe(200);
  expect((await notify(eve, assetId)).status).toBe(403);
});

test("bytes are taken once, of the announced type, with a length, and only by the URL that was signed for them", async () => {
  const ada = await signUp();
  const body = {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
    originalFileName: "a.txt",
  };
  const created = await call("POST", "/v1/assets", { token: ada.token, body });
  expect(created.trips).toBe(2);
  const url: string = created.body.data.signedURL;
  const other = await upload(ada, ada.personalId, TEXT);
  expect((await put(url, "x", "text/html")).status).toBe(415);
  expect((await put(url.replace(/asset_\w+/, other), "x", "text/plain")).status).toBe(403);
  expect((await put(`${url}x`, "x", "text/plain")).status).toBe(403);
  expect((await rawCall("GET", url)).status).toBe(403);
  const taken = await put(url, TEXT, "text/plain");
  expect([taken.status, (await taken.json<any>()).eventKey]).toEqual([200, expect.stringMatching(/^event_/)]);
  const id = /asset_\w+/.exec(url)?.[0] ?? "";
  await notify(ada, id, false);
  const late = await put(url, "other", "text/plain");
  expect([late.status, (await late.json<any>()).code]).toEqual([409, "failed_precondition"]);
});

test("not one byte more than the most is taken", async () => {
  const ada = await signUp();
  const body = {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
    originalFileName: "a.txt",
  };
  const url: string = (await call("POST", "/v1/assets", { token: ada.token, body })).body.data.signedURL;
  const headers = { "content-type": "text/plain", "content-length": String(MAX_UPLOAD_BYTES + 1) };
  const refused = await rawCall("PUT", url, { bytes: new TextEncoder().encode(TEXT), headers });
  expect([refused.status, (await refused.json<any>()).code]).toEqual([413, "invalid_argument"]);
  expect((await put(url, TEXT, "text/plain")).status).toBe(200);
});

test("announcing before the bytes arrived is refused; announcing twice is harmless", async () => {
  const ada = await signUp();
  const body = {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
    originalFileName: "a.txt",
  };
  const created = await call("POST", "/v1/assets", { token: ada.token, body });
  const id = /asset_\w+/.exec(created.body.data.signedURL)?.[0] ?? "";
  expect((await notify(ada, id)).body.code).toBe("failed_precondition");
  await put(created.body.data.signedURL, TEXT, "text/plain");
  const waiting = await notify(ada, id, false);
  expect(waiting.body.data.lifecycleState).toBe("uploaded");
  expect((await notify(ada, id, false)).body.eventKey).toBe("");
  expect((await notify(ada, id, true)).body.data.lifecycleState).toBe("processing");
  expect((await notify(ada, id, true)).body).toMatchObject({ eventKey: "", done: false });
});

test("a file that cannot be read fails with a reason a person understands", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), {
    name: "a.png",
    contentType: "image/png",
  });
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(body.data).toMatchObject({ lifecycleState: "failed", failureReason: "Files of type image/png cannot be read yet." });
  expect(body.data.metadata.extract.failedAt).not.toBeNull();
  const again = await notify(ada, assetId);
  expect(again.body.data).toMatchObject({
    lifecycleState: "processing",
    lifecyclesCompleted: ["uploading", "uploaded", "processing", "failed"],
  });
  await finishProcessing(assetId);
  expect((await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState).toBe("failed");
});

test("an upload that ends after the bytes were announced changes nothing", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  const late = "x".repeat(300_000);
  const [sent] = await Promise.all([put(body.data.signedURL, late, "text/plain"), notify(ada, assetId)]);
  await finishProcessing(assetId);
  const after = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(after.body.data.lifecycleState).toBe("ready");
  expect(after.body.data.fileSize).toBe(sent.status === 200 ? late.length : TEXT.length);
});

test("a content type that could not stand in a header is refused", async () => {
  const ada = await signUp();
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const asset = { collectionID: ada.personalId, creationMethod: "upload", organizationContext, originalFileName: "a.txt" };
  for (const contentType of ["text/plain;\r\n charset=utf-8", "text/plain;\n", "text/plain;\u3000charset=utf-8", "text"]) {
    const { body } = await call("POST", "/v1/assets", { token: ada.token, body: { ...asset, contentType } });
    expect(body.data.issues[0].path).toBe("contentType");
  }
});

test("a suspended user's URL gives no bytes, and says so", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?").bind(ada.userId).run();
  const refused = await call("GET", body.data.signedURL);
  expect([refused.status, refused.body.code, refused.trips]).toEqual([403, "permission_denied", 1]);
});

test("a suspended user's upload URL takes nothing any more", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?").bind(ada.userId).run();
  expect((await put(body.data.signedURL, "more", "text/plain")).status).toBe(403);
});
