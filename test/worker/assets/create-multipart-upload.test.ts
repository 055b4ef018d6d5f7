import { afterEach, expect, test, vi } from "vitest";
import { MAX_MULTIPART_BYTES } from "../../../src/domain/asset.ts";
import { PART_BYTES } from "../../../src/domain/multipart.ts";
import { upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { begin, multipartPath, register } from "../../support/http/multipart.ts";
import { signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Starts a new upload after the previous upload ended. The statement changes D1 between the request's reads
 * and its writes.
 */
async function beginWhile(statement: string) {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  await begin(ada, assetId, 10);
  await testEnv.DB.prepare("UPDATE multipart_uploads SET state = 'ended' WHERE asset_id = ?")
    .bind(assetId)
    .run();
  let changed = 0;
  interceptBatches(
    async (nth, send, db) => {
      const results = await send();
      if (nth === 1) changed = (await db.prepare(statement).bind(assetId).run()).meta.changes;
      return results;
    },
    [assetId],
  );
  const { body } = await begin(ada, assetId, 11);
  expect(changed).toBeGreaterThan(0);
  return body;
}

test("creating an upload succeeds if the ended upload is deleted during the request", async () => {
  const { code, data } = await beginWhile("DELETE FROM multipart_uploads WHERE asset_id = ?");
  expect({ code, size: data?.size, state: data?.state }).toEqual({ code: "ok", size: 11, state: "open" });
});

test("creating an upload asks the caller to retry if another upload started during the request", async () => {
  const { code } = await beginWhile(
    "UPDATE multipart_uploads SET state = 'open', upload_id = 'another' WHERE asset_id = ?",
  );
  expect(code).toBe("aborted");
});

test("creating an upload returns one URL for each part, all of one size except the last, with two D1 round trips", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  const { status, trips, body } = await begin(ada, assetId, 2 * PART_BYTES + 3);
  expect({ status, trips, done: body.done }).toEqual({ status: 200, trips: 2, done: false });
  const { parts, ...rest } = body.data;
  expect(rest).toMatchObject({ size: 2 * PART_BYTES + 3, state: "open" });
  expect(
    parts.map(({ number, size, hasArrived }: Record<string, unknown>) => [number, size, hasArrived]),
  ).toEqual([
    [1, PART_BYTES, false],
    [2, PART_BYTES, false],
    [3, 3, false],
  ]);
  expect(new Set(parts.map(({ url }: { url: string }) => url)).size).toBe(3);
});

test("a repeated request returns the same upload and rejects another size", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  const first = await begin(ada, assetId, 10);
  const again = await begin(ada, assetId, 10);
  const ofUpload = (url: string): string =>
    JSON.parse(atob((new URL(url).searchParams.get("token") ?? "").split(".")[1] ?? "")).object;
  expect(ofUpload(again.body.data.parts[0].url)).toBe(ofUpload(first.body.data.parts[0].url));
  const other = await begin(ada, assetId, 11);
  expect({ code: other.body.code, message: other.body.message }).toEqual({
    code: "failed_precondition",
    message: "Another multipart upload of this asset is in progress. Delete it first.",
  });
  await call("DELETE", multipartPath(assetId), { token: ada.token });
  const afresh = await begin(ada, assetId, 11);
  expect(afresh.body.code).toBe("ok");
  expect(ofUpload(afresh.body.data.parts[0].url)).not.toBe(ofUpload(first.body.data.parts[0].url));
});

test("two parallel requests get the same upload, or one caller has to retry", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  const both = await Promise.all([begin(ada, assetId, 10), begin(ada, assetId, 10)]);
  expect(both.filter(({ body }) => body.code === "ok").length).toBeGreaterThan(0);
  expect(both.every(({ body }) => ["ok", "aborted"].includes(body.code))).toBe(true);
  expect((await begin(ada, assetId, 10)).body.code).toBe("ok");
});

test("creating an upload requires announced bytes within the size limit that have not arrived", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId, { size: 10, sha256: "0".repeat(64) });
  expect((await begin(ada, assetId, 11)).body.code).toBe("invalid_argument");
  expect((await begin(ada, assetId, 10, { sha256: "1".repeat(64) })).body.code).toBe("invalid_argument");
  expect((await begin(ada, assetId, MAX_MULTIPART_BYTES + 1)).body.code).toBe("invalid_argument");
  expect((await begin(ada, assetId, 0)).body.code).toBe("invalid_argument");
  expect((await begin(ada, assetId, 10, { sha256: "0".repeat(64) })).body.code).toBe("ok");
  const there = await upload(ada, ada.personalId, "Some text.");
  const notified = { assetID: there, processInBackground: false, processInThread: false };
  await call("notifyUploaded", { token: ada.token, body: notified });
  expect((await begin(ada, there, 10)).body.code).toBe("failed_precondition");
});

test("only the asset's creator may start an upload; other writers get 403 and strangers 404", async () => {
  const [ada, bob, eve] = await Promise.all([signUp(), signUp("bob"), signUp("eve")]);
  const { assetId } = await register(ada, ada.personalId);
  await share(ada, ada.personalId, bob, ["write"]);
  expect((await begin(bob, assetId, 10)).body.code).toBe("permission_denied");
  expect((await begin(eve, assetId, 10)).body.code).toBe("not_found");
  expect((await call("POST", multipartPath(assetId), { body: { size: 10 } })).body.code).toBe(
    "unauthenticated",
  );
});

test("a repeated key returns the upload in its current state", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  const send = async () =>
    await call("POST", multipartPath(assetId), {
      token: ada.token,
      body: { size: 10 },
      headers: { "idempotency-key": "parts" },
    });
  const [first, again] = [await send(), await send()];
  expect({ eventKey: again.body.eventKey, size: again.body.data.size }).toEqual({
    eventKey: first.body.eventKey,
    size: 10,
  });
});
