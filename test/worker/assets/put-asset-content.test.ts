import { expect, test, vi } from "vitest";
import { MAX_UPLOAD_BYTES } from "../../../src/domain/asset.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, put, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const TEXT =
  "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

/** Registers a text without its bytes. */
async function register(person: Person) {
  const body = {
    collectionID: person.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: person.organizationId, tenantId: person.tenantId },
    originalFileName: "a.txt",
  };
  return await call("POST", "/v1/assets", { token: person.token, body });
}

test("an upload is accepted once, and only with the announced type, a length, and the signed URL", async () => {
  const ada = await signUp();
  const created = await register(ada);
  expect(created.trips).toBe(2);
  const url: string = created.body.data.signedURL;
  const other = await upload(ada, ada.personalId, TEXT);
  expect((await put(url, "x", "text/html")).status).toBe(415);
  expect((await put(url.replace(/asset_\w+/, other), "x", "text/plain")).status).toBe(403);
  expect((await put(`${url}x`, "x", "text/plain")).status).toBe(403);
  expect((await rawCall("GET", url)).status).toBe(403);
  const taken = await put(url, TEXT, "text/plain");
  expect({ status: taken.status, eventKey: (await taken.json<any>()).eventKey }).toEqual({
    status: 200,
    eventKey: expect.stringMatching(/^event_/),
  });
  const id = /asset_\w+/.exec(url)?.[0] ?? "";
  await notify(ada, id, false);
  const late = await put(url, "other", "text/plain");
  expect({ status: late.status, code: (await late.json<any>()).code }).toEqual({
    status: 409,
    code: "failed_precondition",
  });
});

test("bytes whose upload got no response are stored when the client announces them", async () => {
  const ada = await signUp();
  const created = await register(ada);
  const id: string = idFromBytes("asset", created.body.data.id);
  const keyOf = async () =>
    await testEnv.DB.prepare("SELECT object_key AS k FROM assets WHERE id = ? AND received <> ''")
      .bind(id)
      .first<string>("k");
  let isCut = false;
  interceptBatches(async (_, send) => {
    const results = await send();
    if (isCut || (await keyOf()) === null) return results;
    isCut = true;
    throw new Error("D1_ERROR: Network connection lost.");
  });
  const sent = await put(created.body.data.signedURL, TEXT, "text/plain");
  vi.restoreAllMocks();
  expect({ status: sent.status, isCut }).toEqual({ status: 503, isCut: true });
  await notify(ada, id);
  await finishProcessing(id);
  expect(
    (await call("getAsset", { token: ada.token, params: { assetID: id } })).body.data.lifecycleState,
  ).toBe("ready");
});

test("the service rejects an upload that is one byte over the maximum", async () => {
  const ada = await signUp();
  const url: string = (await register(ada)).body.data.signedURL;
  const headers = { "content-type": "text/plain", "content-length": String(MAX_UPLOAD_BYTES + 1) };
  const refused = await rawCall("PUT", url, { bytes: new TextEncoder().encode(TEXT), headers });
  expect({ status: refused.status, code: (await refused.json<any>()).code }).toEqual({
    status: 413,
    code: "invalid_argument",
  });
  expect((await put(url, TEXT, "text/plain")).status).toBe(200);
});

test("an upload that ends after the announcement changes nothing", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  const late = "x".repeat(300_000);
  const [sent] = await Promise.all([put(body.data.signedURL, late, "text/plain"), notify(ada, assetId)]);
  await finishProcessing(assetId);
  const after = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(after.body.data.lifecycleState).toBe("ready");
  expect(after.body.data.fileSize).toBe(sent.status === 200 ? late.length : TEXT.length);
});

test("the service rejects a suspended user's upload URL", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(ada.userId)
    .run();
  expect((await put(body.data.signedURL, "more", "text/plain")).status).toBe(403);
});
