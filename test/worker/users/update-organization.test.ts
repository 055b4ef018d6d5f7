import { expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, type CallOptions } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { share } from "../../support/http/create-collection.ts";

async function set(
  { token }: Pick<Person, "token">,
  organizationId: string,
  retentionDays: unknown,
  headers: CallOptions["headers"] = {},
) {
  return await call("POST", `/v1/organizations/${organizationId}/attributes`, {
    token,
    body: { retentionDays },
    headers,
  });
}

/**
 * Deletes an asset.
 * @returns the time in which it can be restored, in milliseconds
 */
async function keptFor({ token }: Person, assetId: string): Promise<number> {
  expect((await call("tombstoneAssets", { token, query: { assetIds: assetId } })).status).toBe(200);
  return await kept(assetId);
}

async function kept(assetId: string): Promise<number> {
  return (await testEnv.DB.prepare("SELECT purge_at - deleted_at AS ms FROM assets WHERE id = ?")
    .bind(assetId)
    .first<number>("ms"))!;
}

const DAY_MS = 86_400_000;

test("later deletions use the new retention, and earlier deletions keep their date", async () => {
  const ada = await signUp();
  const add = async (name: string) => await addReadyAsset(ada, ada.personalId, "Some text.", { name });
  const [first, second] = [await add("first.txt"), await add("second.txt")];
  expect(await keptFor(ada, first)).toBe(30 * DAY_MS);
  const { status, body, trips, headers } = await set(ada, ada.organizationId, 7);
  expect({ status, trips, retentionDays: body.data.retentionDays, version: body.data.version }).toEqual({
    status: 200,
    trips: 2,
    retentionDays: 7,
    version: 2,
  });
  expect({ idFromBytes: idFromBytes("org", body.data.organizationId), etag: headers.get("etag") }).toEqual({
    idFromBytes: ada.organizationId,
    etag: `"${body.data.etag}"`,
  });
  expect([await keptFor(ada, second), await kept(first)]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
});

test("the log has the old and the new value, and equal values or a repeated key change nothing", async () => {
  const ada = await signUp();
  const key = { "idempotency-key": "once" };
  const [first, again] = [
    await set(ada, ada.organizationId, 3650, key),
    await set(ada, ada.organizationId, 3650),
  ];
  expect({
    firstEventKey: first.body.eventKey.slice(0, 6),
    againEventKey: again.body.eventKey,
    againTrips: again.trips,
    again: again.body.data,
  }).toEqual({ firstEventKey: "event_", againEventKey: "", againTrips: 1, again: first.body.data });
  await set(ada, ada.organizationId, 1);
  const repeated = await set(ada, ada.organizationId, 3650, key);
  expect({
    status: repeated.status,
    retentionDays: repeated.body.data.retentionDays,
    version: repeated.body.data.version,
  }).toEqual({
    status: 200,
    retentionDays: 1,
    version: 3,
  });
  const log = await call("listOrganizationEvents", {
    token: ada.token,
    params: { organizationId: ada.organizationId },
    query: { operation: "updateOrganization" },
  });
  expect(log.body.data.records.map(({ targetId, changes }: any) => [targetId, changes])).toEqual([
    [ada.organizationId, { retentionDaysBefore: 3650, retentionDays: 1 }],
    [ada.organizationId, { retentionDaysBefore: 30, retentionDays: 3650 }],
  ]);
});

const setQuotas = async (
  { token, organizationId }: Person,
  quotas: unknown,
  headers: CallOptions["headers"] = {},
) =>
  await call("POST", `/v1/organizations/${organizationId}/attributes`, { token, body: { quotas }, headers });

test("the response and the log contain the organization's own quotas, which replace earlier quotas and keep the retention", async () => {
  const ada = await signUp();
  await set(ada, ada.organizationId, 7);
  const own = { day: { questions: 20 }, month: { bytes: 0, units: 5_000 } };
  const first = await setQuotas(ada, own);
  expect({
    status: first.status,
    trips: first.trips,
    retentionDays: first.body.data.retentionDays,
    quotas: first.body.data.quotas,
  }).toEqual({ status: 200, trips: 2, retentionDays: 7, quotas: own });
  const same = await setQuotas(ada, {
    month: { units: 5_000, bytes: 0, assets: undefined },
    day: { questions: 20 },
  });
  expect({ eventKey: same.body.eventKey, trips: same.trips, data: same.body.data }).toEqual({
    eventKey: "",
    trips: 1,
    data: first.body.data,
  });
  expect((await set(ada, ada.organizationId, 8)).body.data).toMatchObject({ retentionDays: 8, quotas: own });
  expect((await setQuotas(ada, { day: {} })).body.data).toMatchObject({
    retentionDays: 8,
    quotas: {},
    version: 5,
  });
  const log = await call("listOrganizationEvents", {
    token: ada.token,
    params: { organizationId: ada.organizationId },
    query: { operation: "updateOrganization" },
  });
  expect(log.body.data.records.map(({ changes }: any) => changes)).toEqual([
    { quotasBefore: ["questions a day: 20", "units a month: 5000", "bytes a month: 0"], quotas: [] },
    { retentionDaysBefore: 7, retentionDays: 8 },
    { quotasBefore: [], quotas: ["questions a day: 20", "units a month: 5000", "bytes a month: 0"] },
    { retentionDaysBefore: 30, retentionDays: 7 },
  ]);
  const bob = await signUp("bob");
  await share(ada, ada.rootId, bob, ["read", "chat", "write", "share"]);
  expect((await setQuotas({ ...bob, organizationId: ada.organizationId }, own)).body.code).toBe(
    "permission_denied",
  );
});

test.each([
  { day: { questions: -1 } },
  { day: { questions: 1.5 } },
  { week: {} },
  { day: { answers: 1 } },
  { month: { bytes: "1" } },
  [],
  null,
])("an organization cannot set quotas of %j", async (quotas) => {
  const ada = await signUp();
  expect((await setQuotas(ada, quotas)).body.code).toBe("invalid_argument");
});

test("the service stores as many questions as the organization's own quota allows, also in parallel, separately for each organization", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await addReadyAsset(ada, ada.rootId, "The kiln is fired at dawn.");
  await share(ada, ada.rootId, bob, ["read", "chat"]);
  await setQuotas(ada, { day: { questions: 2 }, month: { questions: 9 } });
  const threads = [
    await startThread(ada, ada.rootId),
    await startThread(ada, ada.rootId),
    await startThread(ada, ada.rootId),
  ];
  const ask = async ({ token }: Person, threadId: string) => {
    const body = {
      messageContent: "When is the kiln fired?",
      messageKind: "promptV2",
      recipients: [],
      threadId,
    };
    return await call("POST", `/v1/threads/${threadId}/messages`, { token, body });
  };
  const answers = await Promise.all(threads.flatMap((threadId) => [ask(ada, threadId), ask(bob, threadId)]));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 429, 429, 429, 429,
  ]);
  const refused = answers.find(({ status }) => status === 429)!;
  const midnight = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS);
  expect({ code: refused.body.code, message: refused.body.message }).toEqual({
    code: "resource_exhausted",
    message: `This organization's quota of 2 questions a day does not allow this. It resets at ${midnight.toISOString()}.`,
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(bob, await startThread(bob, bob.rootId))).status).toBe(200);
  await setQuotas(ada, {});
  expect((await ask(ada, threads[0]!)).status).toBe(200);
});

test("announcing an upload beyond the organization's own quota fails", async () => {
  const ada = await signUp();
  await setQuotas(ada, { month: { bytes: 40 } });
  await addReadyAsset(ada, ada.rootId, "The kiln is fired at dawn.");
  const assetId = await upload(ada, ada.rootId, "The second kiln is fired at noon.", { name: "noon.txt" });
  const { status, body } = await notify(ada, assetId);
  expect({ status, message: body.message }).toEqual({
    status: 429,
    message: expect.stringContaining("quota of 40 bytes a month"),
  });
  await setQuotas(ada, { month: { bytes: 400 } });
  expect((await notify(ada, assetId)).status).toBe(200);
});

/**
 * Removes the exceeded quota between the batch that rejects the change and the query for that quota.
 * @returns the response and the number of rejections
 */
async function raisedMeanwhile({ organizationId }: Person, change: () => ReturnType<typeof call>) {
  let refused = 0;
  interceptBatches(
    async (_, send, db) =>
      await send().catch(async (error: unknown) => {
        refused += 1;
        await db.prepare("UPDATE organizations SET quotas = NULL WHERE id = ?").bind(organizationId).run();
        throw error;
      }),
    [organizationId],
  );
  const { status, body } = await change();
  vi.restoreAllMocks();
  return { status, refused, message: body.message };
}

test("a change succeeds if its quota rises during its rejection", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.rootId);
  await setQuotas(ada, { day: { questions: 0 } });
  const body = {
    messageContent: "When is the kiln fired?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const ask = async () => await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  const kept = "The database is busy. The service keeps the message and stores it later.";
  expect(await raisedMeanwhile(ada, ask)).toEqual({ status: 503, refused: 1, message: kept });
  const questions = "SELECT count(*) AS n FROM messages WHERE thread_id = ? AND kind = 'prompt'";
  await vi.waitUntil(
    async () => (await testEnv.DB.prepare(questions).bind(threadId).first<number>("n")) === 1,
    { timeout: 20_000 },
  );
  await setQuotas(ada, { month: { assets: 0 } });
  const assetId = await upload(ada, ada.rootId, "The kiln is fired at dawn.", { name: "kiln.txt" });
  expect(await raisedMeanwhile(ada, async () => await notify(ada, assetId))).toMatchObject({
    status: 200,
    refused: 1,
  });
});

test("an update with `If-Match` accepts only the returned revision", async () => {
  const ada = await signUp();
  const { etag } = (await set(ada, ada.organizationId, 5)).body.data;
  expect((await set(ada, ada.organizationId, 6, { "if-match": `"${etag}"` })).status).toBe(200);
  expect((await set(ada, ada.organizationId, 7, { "if-match": `"${etag}"` })).body.code).toBe("aborted");
});

test.each([0, 3651, 1.5, -1, "30", null, undefined, 1e300])(
  "an organization cannot set a retention of %j days",
  async (days) => {
    const ada = await signUp();
    expect((await set(ada, ada.organizationId, days)).body.code).toBe("invalid_argument");
  },
);

test("only owners may update the organization: other members get 403, strangers 404, and anonymous callers 401", async () => {
  const [ada, bob, carol, eve] = [
    await signUp(),
    await signUp("bob"),
    await signUp("carol"),
    await signUp("eve"),
  ];
  await share(ada, ada.rootId, bob, ["read", "chat", "write", "share"]);
  await share(ada, ada.rootId, carol, ["own"]);
  expect((await set(carol, ada.organizationId, 60)).status).toBe(200);
  const codes = [];
  for (const [person, id] of [
    [bob, ada.organizationId],
    [eve, ada.organizationId],
    [ada, newId("org")],
  ] as const) {
    codes.push((await set(person, id, 1)).body.code);
  }
  expect(codes).toEqual(["permission_denied", "not_found", "not_found"]);
  const body = { retentionDays: 1 };
  expect(
    (await call("updateOrganization", { params: { organizationId: ada.organizationId }, body })).body.code,
  ).toBe("unauthenticated");
  expect((await set(ada, ada.organizationId, 60)).body.eventKey).toBe("");
});
