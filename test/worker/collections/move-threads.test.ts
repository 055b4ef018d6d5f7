import { afterEach, expect, test, vi } from "vitest";
import { type Id, idFromBytes, idToBytes } from "../../../src/domain/ids.ts";
import { interceptBatches, readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, openEvents, startThread } from "../../support/http/threads.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { runSql } from "../../support/rows/run-sql.ts";
import { testEnv } from "../../support/setup/env.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function move({ token }: Person, [from, to]: readonly [string, string], threadIds: readonly string[]) {
  const body = { collectionId: from, targetCollectionId: to, threadIds };
  return await call("POST", `/v1/collections/${from}/threads/move`, { token, body });
}

async function link({ token }: Person, collectionId: string, threadIds: readonly string[]) {
  await call("linkThreads", {
    token,
    params: { collectionID: collectionId },
    body: { collectionId, threadIds: [...threadIds] },
  });
}

async function statusFor({ token }: Person, threadID: string): Promise<number> {
  return (await call("getThread", { token, params: { threadID } })).status;
}

async function placesOf({ token }: Person, threadID: string): Promise<string[]> {
  const { data } = (await call("getThread", { token, params: { threadID } })).body;
  return data.collectionIDs.map((id: number[]) => idFromBytes("col", id));
}

async function listed({ token }: Person, collectionId: string): Promise<string[]> {
  const { data } = (await call("GET", `/v1/collection/${collectionId}/threads`, { token })).body;
  return data.result.entities.map((entity: any) => idFromBytes("thread", entity.data.threadId));
}

/** Ada's thread in `From`, which Bob may read. Cyd may read `To`. */
async function createScene() {
  const [ada, bob, cyd] = [await signUp(), await signUp("bob"), await signUp("cyd")];
  const [from, to] = [
    await createCollection(ada, ada.rootId, "From"),
    await createCollection(ada, ada.rootId, "To"),
  ];
  await share(ada, from, bob, ["read"]);
  await share(ada, to, cyd, ["read"]);
  const threadId = await startThread(ada, from, { label: "Talk" });
  return { ada, bob, cyd, from, to, threadId };
}

const asBytes = (id: string): number[] => idToBytes(id as Id);

test("a thread moves to another home, and its readers, lists and recent threads follow", async () => {
  const { ada, bob, cyd, from, to, threadId } = await createScene();
  const answer = await move(ada, [from, to], [threadId]);
  expect({ status: answer.status, trips: answer.trips, data: answer.body.data }).toEqual({
    status: 200,
    trips: 2,
    data: [{ joinId: asBytes(threadId), collectionId: asBytes(to), threadId: asBytes(threadId) }],
  });
  expect([await statusFor(bob, threadId), await statusFor(cyd, threadId)]).toEqual([404, 200]);
  expect(await placesOf(ada, threadId)).toEqual([to]);
  expect([await listed(ada, from), await listed(ada, to)]).toEqual([[], [threadId]]);
  const recent = (await call("listRecentThreads", { token: ada.token })).body.data;
  expect(recent.result.entities.map(({ collectionIds }) => collectionIds)).toEqual([[asBytes(to)]]);
  expect(recent.pagination.count).toBe(1);
  const counts = await testEnv.DB.prepare(
    "SELECT places, threads FROM recent_thread_counts WHERE user_id = ? ORDER BY places",
  )
    .bind(ada.userId)
    .all();
  expect(counts.results).toEqual([
    { places: "", threads: 1 },
    { places: to, threads: 1 },
  ]);
  expect((await move(ada, [from, to], [threadId])).body.eventKey).toBe("");
});

test("a link moves without the home, and a move to a linked collection makes it the home", async () => {
  const { ada, bob, from, to, threadId } = await createScene();
  const shelf = await createCollection(ada, ada.rootId, "Shelf");
  await link(ada, shelf, [threadId]);
  expect((await move(ada, [shelf, to], [threadId])).status).toBe(200);
  expect([await listed(ada, shelf), await listed(ada, to), await listed(ada, from)]).toEqual([
    [],
    [threadId],
    [threadId],
  ]);
  expect(await statusFor(bob, threadId)).toBe(200);
  expect((await move(ada, [from, to], [threadId])).status).toBe(200);
  expect([await listed(ada, to), await listed(ada, from)]).toEqual([[threadId], []]);
  expect(await statusFor(bob, threadId)).toBe(404);
  await link(ada, shelf, [threadId]);
  expect((await move(ada, [shelf, to], [threadId])).status).toBe(200);
  expect([await listed(ada, shelf), await listed(ada, to)]).toEqual([[], [threadId]]);
});

test("the scope keeps its own collections, and the new home replaces the old one", async () => {
  const { ada, from, to } = await createScene();
  const extra = await createCollection(ada, ada.rootId, "Extra");
  const [inOld = "", inExtra = ""] = [
    ...(await insertAssets(ada, from, 1, () => ({}))),
    ...(await insertAssets(ada, extra, 1, () => ({}))),
  ];
  const threadId = await startThread(ada, from, { collectionIds: [extra, to] });
  for (const assetId of [inOld, inExtra])
    await runSql("INSERT INTO asset_watchers (asset_id, thread_id) VALUES (?, ?)", assetId, threadId);
  await move(ada, [from, to], [threadId]);
  const [home, ...others] = await placesOf(ada, threadId);
  expect({ home, others }).toEqual({ home: to, others: [extra] });
  const watched = await testEnv.DB.prepare("SELECT asset_id FROM asset_watchers WHERE thread_id = ?")
    .bind(threadId)
    .all();
  expect(watched.results).toEqual([{ asset_id: inExtra }]);
});

test("listeners without access are disconnected, and the others receive a resync", async () => {
  const { ada, bob, from, to, threadId } = await createScene();
  const open = async ({ token }: Person) =>
    await openEvents(threadId, {}, { authorization: `Bearer ${token}` });
  const [hers, his] = [await open(ada), await open(bob)];
  await move(ada, [from, to], [threadId]);
  expect(await his.closed).toBe(4403);
  await hers.until((frames) => frames.length > 0);
  expect(hers.frames[0]).toMatchObject({ resync: true, seq: 1 });
  hers.socket.close();
});

test("a public link ends if its creator may not share the thread at the new home", async () => {
  const { ada, bob, from, to, threadId } = await createScene();
  await share(ada, from, bob, ["chat", "share"]);
  const { publicToken } = await makeLink(bob, threadId);
  const path = `/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
  expect((await call("GET", path)).status).toBe(200);
  await move(ada, [from, to], [threadId]);
  await move(ada, [to, from], [threadId]);
  expect((await call("GET", path)).status).toBe(404);
  await runAllJobs();
});

test("a move needs write and share on the source and write on the target, and keeps owners", async () => {
  const { ada, bob, from, to, threadId } = await createScene();
  const code = async () => (await move(bob, [from, to], [threadId])).body.code;
  await share(ada, to, bob, ["write"]);
  expect(await code()).toBe("permission_denied");
  await share(ada, from, bob, ["write"]);
  expect(await code()).toBe("permission_denied");
  await share(ada, from, bob, ["share"]);
  await share(ada, to, bob, ["own"]);
  expect(await code()).toBe("permission_denied");
  await share(ada, from, bob, ["own"]);
  expect(await code()).toBe("ok");
});

test("a thread whose home changes between the read and the write does not get lost", async () => {
  const { ada, from, to, threadId } = await createScene();
  const [shelf, third] = [
    await createCollection(ada, ada.rootId, "Shelf"),
    await createCollection(ada, ada.rootId, "Third"),
  ];
  await link(ada, shelf, [threadId]);
  interceptBatches(async (nth, send) => {
    const results = await send();
    if (nth === 1) {
      vi.restoreAllMocks();
      expect((await move(ada, [from, third], [threadId])).status).toBe(200);
    }
    return results;
  });
  expect((await move(ada, [shelf, from], [threadId])).status).toBe(200);
  expect([await listed(ada, shelf), await listed(ada, from), await listed(ada, third)]).toEqual([
    [],
    [threadId],
    [threadId],
  ]);
  expect(await placesOf(ada, threadId)).toEqual([third]);
  expect((await move(ada, [to, third], [threadId])).body.eventKey).toBe("");
});

test("two concurrent moves of one thread give it one home", async () => {
  const { ada, from, to, threadId } = await createScene();
  const other = await createCollection(ada, ada.rootId, "Other");
  readBeforeAnyWrites(2);
  const answers = await Promise.all([
    move(ada, [from, to], [threadId]),
    move(ada, [from, other], [threadId]),
  ]);
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(["failed_precondition", "ok"]);
});
