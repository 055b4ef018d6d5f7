import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { PART_BYTES } from "../../../src/domain/multipart.ts";
import { finishProcessing, notify, put } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import {
  begin,
  complete,
  getUpload,
  register,
  sendPart,
  uploadInParts,
} from "../../support/http/multipart.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const SENTENCE = "The brass lantern stands in the north cellar of the mill.\n";
const assetOf = async (person: Person, assetId: string) =>
  (await call("getAsset", { token: person.token, params: { assetID: assetId } })).body.data;
const objectsOf = async (person: Person, assetId: string): Promise<number> =>
  (await testEnv.BUCKET.list({ prefix: `${person.organizationId}/${assetId}/original/` })).objects.length;

test("completing a multipart upload joins the parts into an ordinary file with two D1 round trips", async () => {
  const ada = await signUp();
  const bytes = new Uint8Array(PART_BYTES + 8)
    .fill(1)
    .fill(2, PART_BYTES - 2)
    .fill(3, PART_BYTES + 4);
  const assetId = await uploadInParts(ada, ada.personalId, bytes, { contentType: "image/png" });
  const { status, trips, body } = await complete(ada, assetId);
  expect({ status, trips, lifecycleState: body.data.lifecycleState }).toEqual({
    status: 200,
    trips: 2,
    lifecycleState: "uploading",
  });
  expect((await getUpload(ada, assetId)).body).toMatchObject({ done: true, data: { state: "completed" } });
  await notify(ada, assetId, false);
  const { fileSize, signedURL, lifecycleState } = await assetOf(ada, assetId);
  expect({ fileSize, lifecycleState }).toEqual({ fileSize: bytes.length, lifecycleState: "uploaded" });
  const range = { range: `bytes=${PART_BYTES - 4}-` };
  const read = new Uint8Array(await (await rawCall("GET", signedURL, { headers: range })).arrayBuffer());
  expect([...read]).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3]);
});

test("completing an upload accepts repeated and parallel requests without a second effect", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new TextEncoder().encode(SENTENCE));
  const twice = await Promise.all([complete(ada, assetId), complete(ada, assetId)]);
  expect(twice.map(({ body }) => body.code)).toEqual(["ok", "ok"]);
  expect((await complete(ada, assetId)).body.code).toBe("ok");
  await notify(ada, assetId);
  await finishProcessing(assetId);
  expect((await assetOf(ada, assetId)).lifecycleState).toBe("ready");
  expect((await complete(ada, assetId)).body.code).toBe("ok");
});

test("completing an upload succeeds after a crash that followed the bucket's own completion", async () => {
  const ada = await signUp();
  const assetId = await uploadInParts(ada, ada.personalId, new TextEncoder().encode(SENTENCE));
  const row = await testEnv.DB.prepare(
    "SELECT upload_id, object_key, etag FROM multipart_uploads JOIN multipart_parts USING (asset_id) WHERE asset_id = ?",
  )
    .bind(assetId)
    .first<{ upload_id: string; object_key: string; etag: string }>();
  if (row === null) throw new Error("there is no upload");
  await testEnv.BUCKET.resumeMultipartUpload(row.object_key, row.upload_id).complete([
    { partNumber: 1, etag: row.etag },
  ]);
  expect((await complete(ada, assetId)).body.code).toBe("ok");
});

test("completing an upload rejects a request with missing parts or without an upload", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  expect((await complete(ada, assetId)).body.code).toBe("not_found");
  const { body } = await begin(ada, assetId, PART_BYTES + 1);
  await sendPart(body.data.parts[1].url, new Uint8Array(1));
  const refused = await complete(ada, assetId);
  expect({ code: refused.body.code, message: refused.body.message }).toEqual({
    code: "failed_precondition",
    message: "Parts of this upload are missing: 1 in all, the first is number 1.",
  });
});

test("completing a multipart upload replaces the bytes of an earlier single upload and deletes them", async () => {
  const ada = await signUp();
  const { assetId, signedURL } = await register(ada, ada.personalId);
  await put(signedURL, "Other text.", "text/plain");
  const { body } = await begin(ada, assetId, SENTENCE.length);
  await sendPart(body.data.parts[0].url, new TextEncoder().encode(SENTENCE));
  await complete(ada, assetId);
  await expect.poll(async () => await objectsOf(ada, assetId)).toBe(1);
  await notify(ada, assetId);
  await finishProcessing(assetId);
  expect((await assetOf(ada, assetId)).fileSize).toBe(SENTENCE.length);
});

test("an asset whose bytes differ from the announced bytes fails with a reason", async () => {
  const ada = await signUp();
  const bytes = Uint8Array.from(new TextEncoder().encode(SENTENCE));
  const states: string[][] = [];
  for (const [sha256, name] of [
    [await sha256Hex(bytes), "long.txt"],
    ["0".repeat(64), "long.txt"],
  ] as const) {
    const { assetId } = await register(ada, ada.personalId, { originalFileName: name });
    const { body } = await begin(ada, assetId, bytes.length, { sha256 });
    await sendPart(body.data.parts[0].url, bytes);
    await complete(ada, assetId);
    await notify(ada, assetId);
    await finishProcessing(assetId);
    const { lifecycleState, failureReason } = await assetOf(ada, assetId);
    states.push([lifecycleState, failureReason]);
  }
  expect(states).toEqual([
    ["ready", ""],
    ["failed", "The file's SHA-256 differs from the announced one. Upload the file again."],
  ]);
});
