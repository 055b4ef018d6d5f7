import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { notify, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const newKey = (): Record<string, string> => ({ "idempotency-key": newId("req") });

test("a repeated request changes the record once and returns the current record with the first event", async () => {
  const ada = await signUp();
  const headers = newKey();
  const create = async () =>
    await call("createCollection", {
      token: ada.token,
      params: { parentCollectionID: ada.personalId },
      headers,
      body: { label: "Once" },
    });
  const first = await create();
  const second = await create();
  expect({ firstTrips: first.trips, secondStatus: second.status, secondTrips: second.trips }).toEqual({
    firstTrips: 2,
    secondStatus: 200,
    secondTrips: 2,
  });
  expect(second.body.data).toEqual(first.body.data);
  expect(second.body.eventKey).toBe(first.body.eventKey);
  expect(second.body.details.operation.operationId).not.toBe(first.body.details.operation.operationId);
});

test("ten parallel requests with one key make one change", async () => {
  const ada = await signUp();
  const headers = newKey();
  const create = async () =>
    await call("createCollection", {
      token: ada.token,
      params: { parentCollectionID: ada.personalId },
      headers,
      body: { label: "Once" },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, create));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => String(answer.body.data.id))).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.body.eventKey)).size).toBe(1);
});

test("an idempotency key is bound to its body, its operation and its caller", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const headers = newKey();
  const create = async (person: typeof ada, label: string) =>
    await call("createCollection", {
      token: person.token,
      params: { parentCollectionID: person.personalId },
      headers,
      body: { label },
    });
  expect((await create(ada, "One")).status).toBe(200);
  expect((await create(ada, "Other")).body.code).toBe("failed_precondition");
  expect((await create(bob, "Bob's")).status).toBe(200);
  const bad = await call("createCollection", {
    token: ada.token,
    params: { parentCollectionID: ada.personalId },
    headers: { "idempotency-key": "a b" },
    body: { label: "x" },
  });
  expect(bad.body.data).toEqual({
    issues: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
});

test("an idempotency key expires after a day, and an error stores no key", async () => {
  const ada = await signUp();
  const headers = newKey();
  const path = `/v1/collection/${ada.personalId}`;
  expect((await call("POST", path, { token: ada.token, headers, body: { label: "" } })).status).toBe(400);
  const first = await call("POST", path, { token: ada.token, headers, body: { label: "One" } });
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000 - 1;
  await testEnv.DB.prepare("UPDATE idempotency_keys SET at = ? WHERE key = ?")
    .bind(dayAgo, headers["idempotency-key"])
    .run();
  const later = await call("POST", path, { token: ada.token, headers, body: { label: "Two" } });
  expect(later.status).toBe(200);
  expect(later.body.data.id).not.toEqual(first.body.data.id);
});

test("the service rejects If-Match of another revision and accepts the current one", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "text");
  const read = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  const body = { assetID: assetId, processInBackground: false, processInThread: false };
  const notifyIf = async (etag: string) =>
    await call("notifyUploaded", { token: ada.token, body, headers: { "if-match": etag } });
  const stale = await notifyIf('"another"');
  expect({ status: stale.status, code: stale.body.code }).toEqual({ status: 412, code: "aborted" });
  const etag = read.headers.get("etag") ?? "";
  expect((await notifyIf(etag)).status).toBe(200);
  expect((await notifyIf(etag)).status).toBe(412);
  expect((await notify(ada, assetId, false)).status).toBe(200);
});

test("a message that is posted five times with one key is stored once and gets one answer", async () => {
  const ada = await signUp();
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const thread = {
    assetIds: [],
    collectionId: ada.personalId,
    collectionIds: [],
    label: "",
    organizationContext,
  };
  const created = await call("POST", "/v1/threads", { token: ada.token, body: thread });
  const id = idFromBytes("thread", created.body.data.threadId);
  const body = { messageContent: "Anything?", messageKind: "promptV2", recipients: [], threadId: id };
  const headers = newKey();
  const post = async () =>
    await call("POST", `/v1/threads/${id}/messages`, { token: ada.token, headers, body });
  const answers = await Promise.all(Array.from({ length: 5 }, post));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.eventKey)).size).toBe(1);
  for (const answer of [...answers, await post()]) expect(answer.body.data.messages).toHaveLength(2);
});
