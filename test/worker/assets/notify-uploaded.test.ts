import { expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { addReadyAsset, finishProcessing, notify, put, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const TEXT =
  "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("announcing bytes fails before they arrive, and a repeated announcement succeeds", async () => {
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

test("an unreadable file fails with a reason that users understand", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), {
    name: "a.png",
    contentType: "image/png",
  });
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(body.data).toMatchObject({
    lifecycleState: "failed",
    failureReason:
      "The service cannot read files of type image/png. Run text recognition (OCR), save the result as PDF or text, and upload that.",
  });
  expect(body.data.metadata.extract.failedAt).not.toBeNull();
  const again = await notify(ada, assetId);
  expect(again.body.data).toMatchObject({
    lifecycleState: "processing",
    lifecyclesCompleted: ["uploading", "uploaded", "processing", "failed"],
  });
  await finishProcessing(assetId);
  expect(
    (await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body.data.lifecycleState,
  ).toBe("failed");
});

test("announcing many assets needs two D1 round trips, processes each asset, and ignores a repetition", async () => {
  const ada = await signUp();
  const assetIds: string[] = [];
  for (let at = 0; at < 12; at += 1) assetIds.push(await upload(ada, ada.personalId, `Note ${at}. ${TEXT}`));
  const body = { assetIDs: assetIds, processInBackground: true, processInThread: false };
  const announced = await call("POST", "/v1/assets/notifyUploaded", { token: ada.token, body });
  expect({ status: announced.status, trips: announced.trips, done: announced.body.done }).toEqual({
    status: 200,
    trips: 2,
    done: false,
  });
  expect(announced.body.data.map(({ id }: { id: number[] }) => idFromBytes("asset", id))).toEqual(assetIds);
  const events = await testEnv.DB.prepare(
    "SELECT count(DISTINCT target_id) AS n FROM audit_events WHERE operation = ? AND actor_id = ?",
  )
    .bind("notifyUploaded", ada.userId)
    .first();
  expect(events).toEqual({ n: 12 });
  for (const assetId of assetIds) await finishProcessing(assetId);
  const again = { ...body, processInBackground: false };
  const repeated = await call("POST", "/v1/assets/notifyUploaded", { token: ada.token, body: again });
  expect(repeated.body.eventKey).toBe("");
  expect(repeated.body.data.map(({ lifecycleState }: { lifecycleState: string }) => lifecycleState)).toEqual(
    Array(12).fill("ready"),
  );
});

test("a batch announces no asset if one asset has no bytes or is not writable", async () => {
  const ada = await signUp();
  const there = await upload(ada, ada.personalId, TEXT);
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const asset = { contentType: "text/plain", creationMethod: "upload", originalFileName: "b.txt" };
  const created = await call("POST", "/v1/assets", {
    token: ada.token,
    body: { collectionID: ada.personalId, organizationContext, ...asset },
  });
  const awaited = idFromBytes("asset", created.body.data.id);
  const bob = await signUp("bob");
  const hidden = await upload(bob, bob.personalId, TEXT);
  const announce = async (assetIDs: readonly string[]) =>
    await call("POST", "/v1/assets/notifyUploaded", {
      token: ada.token,
      body: { assetIDs, processInBackground: true, processInThread: false },
    });
  const missing = await announce([there, awaited]);
  expect({ code: missing.body.code, message: missing.body.message }).toEqual({
    code: "failed_precondition",
    message: `The file of ${awaited} has not arrived. PUT it to the signed URL first.`,
  });
  expect((await announce([there, hidden])).body.code).toBe("not_found");
  expect((await call("GET", `/v1/assets/${there}`, { token: ada.token })).body.data.lifecycleState).toBe(
    "uploading",
  );
  const flags = { processInBackground: true, processInThread: false };
  for (const body of [flags, { ...flags, assetID: there, assetIDs: [there] }, { ...flags, assetIDs: [] }]) {
    expect((await call("POST", "/v1/assets/notifyUploaded", { token: ada.token, body })).body.code).toBe(
      "invalid_argument",
    );
  }
});
