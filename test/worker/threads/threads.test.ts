import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/assets.ts";
import { interceptBatches } from "../../support/d1-batches.ts";
import { testEnv } from "../../support/env.ts";
import { call, rawCall } from "../../support/http.ts";
import { type Person, signUp } from "../../support/people.ts";
import { createCollection, share } from "../../support/workspace.ts";

const ENGINE = "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";
const SECRET = "The secret launch code of the Analytical Engine is periwinkle. Charles Babbage kept it hidden.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

async function createThread(person: Person, collectionId: string, changes: object = {}, headers: Record<string, string> = {}) {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "", organizationContext, ...changes };
  return await call("POST", "/v1/threads", { token: person.token, body, headers });
}

async function ask(person: Person, threadId: string, messageContent: string, messageKind = "promptV2") {
  const body = { messageContent, messageKind, recipients: [], threadId };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body });
}

test("a thread is created in two trips and read in one, its home first in scope", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const created = await createThread(ada, ada.personalId, { collectionIds: [other], label: "Engines" });
  expect([created.status, created.trips]).toEqual([200, 2]);
  const id = idFromBytes("thread", created.body.data.threadId);
  const read = await call("GET", `/v1/threads/${id}`, { token: ada.token });
  expect([read.status, read.trips]).toEqual([200, 1]);
  expect(read.body.data).toEqual(created.body.data);
  expect(read.body.data.collectionIDs.map((each: number[]) => idFromBytes("col", each))).toEqual([ada.personalId, other]);
});

test("a question is answered in two trips with quotes that stand letter for letter in the text", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, ENGINE);
  const created = await createThread(ada, ada.personalId);
  const id = idFromBytes("thread", created.body.data.threadId);
  const answered = await ask(ada, id, "Who designed the Analytical Engine?");
  expect([answered.status, answered.trips, answered.body.done]).toEqual([200, 2, true]);
  const { data } = answered.body;
  expect(data.label).toBe("Who designed the Analytical Engine?");
  expect(data.messages.map((message: any) => [message.kind, message.isComplete])).toEqual([
    ["promptV2", true],
    ["textV1", true],
  ]);
  expect(data.messages[0].transformations).toHaveLength(1);
  const citations: any[] = Object.values(data.knowledgeProvenance.citations);
  expect(citations.length).toBeGreaterThan(0);
  for (const citation of citations) {
    const text = await (
      await rawCall("GET", `/v1/assets/${citation.assetId}/text?version=${citation.version}`, { token: ada.token })
    ).text();
    expect(text.slice(citation.start, citation.end)).toBe(citation.quote);
  }
  expect(citations[0]).toMatchObject({ assetId, ordinal: 1 });
  expect(data.messages[1].content).toContain("Charles Babbage");
  const read = await call("GET", `/v1/threads/${id}`, { token: ada.token });
  expect(read.body.data).toEqual(data);
});

test("what the asker may not read never shows, although it lies in the thread's scope", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const home = await createCollection(ada, ada.rootId, "Home");
  const secret = await createCollection(ada, ada.rootId, "Secret");
  await addReadyAsset(ada, home, ENGINE, { name: "engine.txt" });
  const hidden = await addReadyAsset(ada, secret, SECRET, { name: "secret-plans.txt" });
  await share(ada, home, bob, ["chat"]);
  const created = await createThread(ada, home, { collectionIds: [secret], assetIds: [hidden] });
  const id = idFromBytes("thread", created.body.data.threadId);
  const answered = await ask(bob, id, "What is the secret launch code of the Analytical Engine?");
  const whole = JSON.stringify(answered.body);
  expect(answered.status).toBe(200);
  expect(whole).not.toContain("periwinkle");
  expect(whole).not.toContain("secret-plans");
  expect(whole).not.toContain(hidden);
  const own = await ask(ada, id, "What is the secret launch code of the Analytical Engine?");
  expect(JSON.stringify(own.body)).toContain("periwinkle");
});

test("an honest answer when nothing in scope answers the question", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, ENGINE);
  const id = idFromBytes("thread", (await createThread(ada, ada.personalId)).body.data.threadId);
  const { body } = await ask(ada, id, "What is the capital of Australia?");
  expect(body.data.knowledgeProvenance.citations).toEqual({});
  expect(body.data.messages[1]).toMatchObject({ isComplete: true, content: "Nothing in the documents in scope answers this." });
});

test("a reader may not ask, a stranger finds no thread, a remark gets no answer", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const eve = await signUp("eve");
  await share(ada, ada.personalId, bob, ["read"]);
  const id = idFromBytes("thread", (await createThread(ada, ada.personalId)).body.data.threadId);
  expect((await ask(bob, id, "May I?")).body.code).toBe("permission_denied");
  expect((await ask(eve, id, "May I?")).body.code).toBe("not_found");
  expect((await call("GET", `/v1/threads/${id}`, { token: eve.token })).status).toBe(404);
  const remarked = await ask(ada, id, "Just saying.", "textV1");
  expect([remarked.status, remarked.body.data.messages.length]).toEqual([200, 1]);
});

test("scope outside the home needs share, and stays in the organization", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  await share(ada, ada.personalId, bob, ["chat"]);
  const elsewhere = await createCollection(ada, ada.rootId, "Elsewhere");
  await share(ada, elsewhere, bob, ["read"]);
  expect((await createThread({ ...ada, token: bob.token }, ada.personalId, { collectionIds: [elsewhere] })).body.code).toBe(
    "permission_denied",
  );
  expect((await createThread(bob, bob.personalId, { collectionIds: [elsewhere] })).body.code).toBe("failed_precondition");
  expect((await createThread(ada, ada.personalId, { assetIds: [newId("asset")] })).body.code).toBe("not_found");
});

/** What may happen to a scope after it was read, and what its creator is told then. */
const BETWEEN: Record<string, { change: string; code: string }> = {
  "the collection moves out of the home": {
    change: "UPDATE collections SET path = (SELECT path FROM collections WHERE id = :root) || id || '/', parent_id = :root WHERE id = :col",
    code: "permission_denied",
  },
  "the collection is deleted": { change: "UPDATE collections SET lifecycle_state = 'deleted' WHERE id = :col", code: "not_found" },
  "the asset is held by another collection only": {
    change: "UPDATE asset_collections SET collection_id = :outside WHERE asset_id = :asset",
    code: "permission_denied",
  },
  "the asset is deleted": { change: "UPDATE assets SET lifecycle_state = 'deleted' WHERE id = :asset", code: "not_found" },
  "the right to share what is outside goes": {
    change: "DELETE FROM grants WHERE user_id = :user AND collection_id = :shared AND action = 'share'",
    code: "permission_denied",
  },
};

test.each(Object.entries(BETWEEN))("a thread is not created when %s meanwhile", async (_, { change, code }) => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const inside = await createCollection(ada, home, "Inside");
  const [outside, shared] = [await createCollection(ada, ada.rootId, "Outside"), await createCollection(ada, ada.rootId, "Shared")];
  const asset = await announced(ada, inside, ENGINE);
  await share(ada, home, bob, ["chat"]);
  await share(ada, inside, bob, ["read"]);
  for (const each of [outside, shared]) await share(ada, each, bob, ["read"]);
  await share(ada, shared, bob, ["share"]);
  const values: Record<string, string> = { root: ada.rootId, col: inside, asset, outside, shared, user: bob.userId };
  interceptBatches(async (nth, send) => {
    if (nth === 2) await testEnv.DB.prepare(change.replaceAll(/:(\w+)/g, (__, name: string) => `'${values[name]}'`)).run();
    return await send();
  });
  const { organizationId, tenantId } = ada;
  const changes = { collectionIds: [inside, shared], assetIds: [asset] };
  expect((await createThread({ ...bob, organizationId, tenantId }, home, changes)).body.code).toBe(code);
  vi.restoreAllMocks();
  const made = await testEnv.DB.prepare("SELECT count(*) AS n FROM threads WHERE home_collection_id = ?").bind(home).first("n");
  expect(made).toBe(0);
});

/** An asset whose bytes are there: only such ones are brought into a thread. */
async function announced(person: Person, collectionId: string, content: string): Promise<string> {
  const assetId = await upload(person, collectionId, content);
  await notify(person, assetId, false);
  return assetId;
}

test("a thread with inside and shared scope is created by whoever may only chat at home", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const [inside, shared] = [await createCollection(ada, home, "Inside"), await createCollection(ada, ada.rootId, "Shared")];
  const assetIds = [await announced(ada, inside, ENGINE), await announced(ada, shared, SECRET)];
  await share(ada, home, bob, ["chat"]);
  await share(ada, shared, bob, ["share"]);
  const { organizationId, tenantId } = ada;
  const created = await createThread({ ...bob, organizationId, tenantId }, home, { collectionIds: [home, inside, shared], assetIds });
  expect([created.status, created.trips, created.body.data.collectionIDs.length]).toEqual([200, 2, 3]);
});

test("an uploaded asset that waits is processed once a thread takes it into its scope", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, ENGINE);
  await notify(ada, assetId, false);
  const headers = { "idempotency-key": newId("req") };
  const create = async () => await createThread(ada, ada.personalId, { assetIds: [assetId] }, headers);
  expect([(await create()).body.done, (await create()).body.done]).toEqual([false, false]);
  await finishProcessing(assetId);
  expect((await create()).body.done).toBe(true);
  expect((await createThread(ada, ada.personalId, { assetIds: [assetId] })).body.done).toBe(true);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(body.data).toMatchObject({ lifecycleState: "ready", lifecyclesCompleted: ["uploading", "uploaded", "processing"] });
});
