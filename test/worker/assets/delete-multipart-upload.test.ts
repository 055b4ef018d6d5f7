import { expect, test } from "vitest";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { platformOf } from "../../../src/platform.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import {
  begin,
  complete,
  getUpload,
  multipartPath,
  register,
  sendPart,
  uploadInParts,
} from "../../support/http/multipart.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

const DAY_MS = 24 * 60 * 60_000;
const end = async (person: Person, assetId: string) =>
  await call("DELETE", multipartPath(assetId), { token: person.token });
const rowsOf = async (assetId: string): Promise<number> =>
  (
    await testEnv.DB.prepare(
      "SELECT (SELECT count(*) FROM multipart_uploads WHERE asset_id = ?1) + (SELECT count(*) FROM multipart_parts WHERE asset_id = ?1) AS n",
    )
      .bind(assetId)
      .first<{ n: number }>()
  )?.n ?? 0;
async function uploadOf(assetId: string) {
  const row = await testEnv.DB.prepare(
    "SELECT upload_id, object_key FROM multipart_uploads WHERE asset_id = ?",
  )
    .bind(assetId)
    .first<Record<string, string>>();
  return testEnv.BUCKET.resumeMultipartUpload(row?.["object_key"] ?? "", row?.["upload_id"] ?? "");
}
const maintain = async (at: number): Promise<void> =>
  await runScheduledMaintenance(platformOf(testEnv), new Date(at));

test("deleting an upload removes it from D1 and the bucket with two D1 round trips, and a repetition succeeds", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new Uint8Array(8));
  const upload = await uploadOf(assetId);
  const { status, trips } = await end(ada, assetId);
  expect({ status, trips }).toEqual({ status: 200, trips: 2 });
  await expect.poll(async () => await rowsOf(assetId)).toBe(0);
  await expect(upload.uploadPart(1, new Uint8Array(8))).rejects.toThrow("10024");
  expect((await end(ada, assetId)).status).toBe(200);
  expect((await getUpload(ada, assetId)).body.code).toBe("not_found");
});

test("deleting an upload keeps a completed upload", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new Uint8Array(8));
  await complete(ada, assetId);
  expect((await end(ada, assetId)).body.code).toBe("failed_precondition");
});

test("only the asset's creator may use the upload", async () => {
  const [ada, bob, eve] = await Promise.all([signUp(), signUp("bob"), signUp("eve")]);
  const { assetId } = await register(ada, ada.personalId);
  await begin(ada, assetId, 10);
  await share(ada, ada.personalId, bob, ["write"]);
  expect((await end(bob, assetId)).body.code).toBe("permission_denied");
  expect((await end(eve, assetId)).body.code).toBe("not_found");
});

test("the cron run deletes uploads after a day without a new part", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new Uint8Array(8));
  const upload = await uploadOf(assetId);
  await maintain(Date.now() + DAY_MS - 60_000);
  expect(await rowsOf(assetId)).toBe(2);
  await testEnv.DB.prepare("UPDATE multipart_uploads SET expires_at = ? WHERE asset_id = ?")
    .bind(Date.now() + 60_000, assetId)
    .run();
  const { body } = await begin(ada, assetId, 8);
  expect(body.data.parts[0].hasArrived).toBe(true);
  await maintain(Date.now() + 120_000);
  expect(await rowsOf(assetId)).toBe(0);
  await expect(upload.uploadPart(1, new Uint8Array(8))).rejects.toThrow("10024");
});

test("the cron run deletes the part list of a completed upload and keeps the bytes", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new Uint8Array(8));
  await complete(ada, assetId);
  await maintain(Date.now() + DAY_MS + 60_000);
  expect(await rowsOf(assetId)).toBe(0);
  const row = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<Record<string, string>>();
  expect((await testEnv.BUCKET.head(row?.["object_key"] ?? ""))?.size).toBe(8);
});

test("the cron run deletes joined bytes that no asset adopted", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new Uint8Array(8));
  const upload = await uploadOf(assetId);
  const { etag } = await upload.uploadPart(1, new Uint8Array(8));
  await upload.complete([{ partNumber: 1, etag }]);
  await maintain(Date.now() + DAY_MS + 60_000);
  expect(await testEnv.BUCKET.head(upload.key)).toBeNull();
});

test("a new part extends the upload's lifetime", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  const { body } = await begin(ada, assetId, 8);
  await testEnv.DB.prepare("UPDATE multipart_uploads SET expires_at = ? WHERE asset_id = ?")
    .bind(Date.now() + 60_000, assetId)
    .run();
  await sendPart(body.data.parts[0].url, new Uint8Array(8));
  await maintain(Date.now() + 120_000);
  expect(await rowsOf(assetId)).toBe(2);
});
