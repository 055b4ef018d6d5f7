import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { addReadyAsset, put } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const TEXT = "The loom weaves flowers and leaves.";
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

async function downloadOf({ token }: Person, assetID: string) {
  return await call("getAssetDownload", { token, params: { assetID } });
}

test("a download saves the original bytes under their name, whole or in ranges, without a credential", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT, { name: "naïve “notes”.txt" });
  const { status, trips, body } = await downloadOf(ada, assetId);
  expect({ status, trips, name: body.data.fileName, size: body.data.fileSize }).toEqual({
    status: 200,
    trips: 1,
    name: "naïve “notes”.txt",
    size: TEXT.length,
  });
  const whole = await rawCall("GET", body.data.address);
  expect(await whole.text()).toBe(TEXT);
  // The signed URL of the same text is shown inline.
  const disposition = whole.headers.get("content-disposition");
  expect(disposition).toMatch(/^attachment; /);
  expect(disposition).toContain("filename*=UTF-8''na%C3%AFve%20%E2%80%9Cnotes%E2%80%9D.txt");
  expect(whole.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  const etag = whole.headers.get("etag") ?? "";
  const part = await rawCall("GET", body.data.address, {
    headers: { range: "bytes=4-7", "if-range": etag },
  });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    "loom",
    `bytes 4-7/${TEXT.length}`,
  ]);
});

test("an address ends after ten minutes, and with the right of its user at once", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  await share(ada, ada.personalId, grace, ["read"]);
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { address, expiresAt } = (await downloadOf(grace, assetId)).body.data;
  const minutes = (Date.parse(expiresAt) - Date.now()) / MINUTE_MS;
  expect(minutes).toBeGreaterThan(5);
  expect(minutes).toBeLessThanOrEqual(10);
  expect((await rawCall("GET", address)).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt) + 1_000 });
  expect((await call("GET", address)).body.code).toBe("permission_denied");
  vi.useRealTimers();
  const none = { collectionId: ada.personalId, userId: grace.userId, actions: [] };
  const ended = await call("modifyCollectionPermissions", { token: ada.token, body: none });
  expect(ended.status).toBe(200);
  const revoked = await call("GET", address);
  expect([revoked.status, revoked.body.code]).toEqual([404, "not_found"]);
  expect((await downloadOf(grace, assetId)).status).toBe(404);
});

test("an address answers for its own document alone, and uploads nothing", async () => {
  const ada = await signUp();
  const [first, second] = [
    await addReadyAsset(ada, ada.personalId, TEXT),
    await addReadyAsset(ada, ada.personalId, "Another text."),
  ];
  const { address } = (await downloadOf(ada, first)).body.data;
  expect((await rawCall("GET", address.replace(first, second))).status).toBe(403);
  expect((await put(address, "Other bytes", "text/plain")).status).toBe(403);
});

test("a document whose bytes have not arrived has no download, and strangers find none", async () => {
  const [ada, eve] = [await signUp("ada"), await signUp("eve")];
  const { body } = await call("createAsset", {
    token: ada.token,
    body: {
      collectionID: ada.personalId,
      contentType: "text/plain",
      creationMethod: "upload",
      organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
      originalFileName: "later.txt",
    },
  });
  const early = await downloadOf(ada, idFromBytes("asset", body.data.id));
  expect([early.status, early.body.code]).toEqual([409, "failed_precondition"]);
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  expect((await downloadOf(eve, assetId)).body.code).toBe("not_found");
});
