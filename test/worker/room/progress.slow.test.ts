import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { THREAD_EVENTS } from "../../../src/domain/events.ts";
import { type Id, idToBytes, newId, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { finishProcessing } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { findWaiting, putArtifact, sendUpdate, startJob } from "../../support/http/processor-update.ts";
import { call } from "../../support/http/call.ts";
import { assets, changesOf, collections, idsOf, sendChange } from "../../support/rows/knowledge-change.ts";
import {
  bearer,
  copyAsset,
  finishAudio,
  receivedChanges,
  receivedEnd,
  liveThread,
  progressOf,
  runCron,
  stateOf,
  waitingAsset,
  waitingAudio,
  watchersOf,
} from "../../support/http/progress.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const ordersOf = async (assetId: string) =>
  await countOf("SELECT count(*) AS n FROM outbox WHERE target_id LIKE ? || '%'", assetId);

test("a waiting asset that is added to the scope is processed, its progress is sent in order, and answers can use it", async () => {
  const { ada, threadId, hers, home } = await liveThread();
  const assetId = await waitingAsset(ada, home);
  expect(await stateOf(assetId)).toBe("uploaded");
  sendChange(hers, assets([assetId]));
  await receivedChanges(hers, 1);
  const [change] = changesOf(hers.frames);
  expect(change?.knowledgeFull.assetContext.added).toMatchObject([
    { id: assetId, lifecycleState: "processing" },
  ]);
  const told = await receivedEnd(hers, assetId);
  const possible = ["processing extract", "processing summarize", "ready "];
  const steps = told.map(({ lifecycleState, step }) => possible.indexOf(`${lifecycleState} ${step}`));
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect([steps.includes(-1), steps.at(-1)]).toEqual([false, 2]);
  const versions = told.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
  const { data } = (await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body;
  expect(told.at(-1)).toMatchObject({
    version: data.version,
    textTokens: data.textTokens,
    message: "",
    failureReason: "",
  });
  for (const event of changesOf(hers.frames).slice(1)) {
    expect(THREAD_EVENTS.knowledgeChangeV1.parse(event)).toEqual(event);
    expect(event).toMatchObject({
      createdBy: idToBytes(SERVICE_USER_ID),
      knowledgeFull: { assetContext: { added: [], removed: [] } },
    });
    expect(idsOf(event)).toMatchObject({ addedAssets: [], removedAssets: [], world: false });
  }
  expect(new Set(changesOf(hers.frames).map(({ messageId }) => messageId.join())).size).toBe(
    changesOf(hers.frames).length,
  );
  await vi.waitUntil(async () => (await watchersOf(assetId)) + (await ordersOf(assetId)) === 0, WAIT);
  expect(JSON.stringify(await sendMessage(ada, threadId, "Who designed the Analytical Engine?"))).toContain(
    "Charles Babbage",
  );
});

test("a failed asset reports its reason to the thread, and an asset outside the home reports only its state", async () => {
  const { ada, home, hers } = await liveThread();
  const elsewhere = await createCollection(ada, ada.rootId, "Elsewhere");
  const unreadable = { name: "all.7z", contentType: "application/x-7z-compressed" };
  const [near, far] = [
    await waitingAsset(ada, home, "PK", unreadable),
    await waitingAsset(ada, elsewhere, "PK", unreadable),
  ];
  sendChange(hers, assets([near, far]));
  const failed = (await receivedEnd(hers, near)).at(-1);
  const { data } = (await call("getAsset", { token: ada.token, params: { assetID: near } })).body;
  expect(data.failureReason).not.toBe("");
  expect(failed).toMatchObject({
    lifecycleState: "failed",
    step: "extract",
    failureReason: data.failureReason,
    failureCode: "unsupported_type",
  });
  expect((await receivedEnd(hers, far)).at(-1)).toMatchObject({
    lifecycleState: "failed",
    step: "extract",
    failureReason: "",
    failureCode: "",
    message: "",
  });
  await vi.waitUntil(async () => (await watchersOf(near)) + (await watchersOf(far)) === 0, WAIT);
});

test("a thread that is created with a waiting asset, or its collection, sends progress to members, and not to guests", async () => {
  const { ada, home, hers: elsewhere } = await liveThread();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [direct, held] = [
    await waitingAudio(ada, home),
    await waitingAudio(ada, await createCollection(ada, other, "Below")),
  ];
  const threadId = await startThread(ada, home, { assetIds: [direct], collectionIds: [other] });
  const { publicToken } = await makeLink(ada, threadId);
  const [hers, guest] = [
    await openEvents(threadId, { since: "0" }, bearer(ada)),
    await openEvents(threadId, { publicAccessToken: publicToken, since: "0" }),
  ];
  for (const assetId of [direct, held]) await finishProcessing(assetId);
  for (const assetId of [direct, held]) await hers.until(() => progressOf(hers, assetId).length > 0);
  await Promise.all([direct, held].map(finishAudio));
  for (const assetId of [direct, held])
    expect((await receivedEnd(hers, assetId)).at(-1)).toMatchObject({ lifecycleState: "ready" });
  await sendMessage(ada, threadId, "A remark.", { messageKind: "textV1" });
  await guest.until((frames) => frames.length > 0);
  expect(guest.frames).toMatchObject([{ textV1: { parts: ["A remark."] } }]);
  expect(elsewhere.frames).toEqual([]);
});

test("the room sends all updates of an external processor", async () => {
  const { ada, home, hers } = await liveThread();
  const assetId = await waitingAudio(ada, home);
  sendChange(hers, assets([assetId]));
  await hers.until(() => progressOf(hers, assetId).length === 1);
  expect(progressOf(hers, assetId)).toMatchObject([
    { lifecycleState: "processing", message: "Waiting for a processor that can read this file." },
  ]);
  await finishProcessing(assetId);
  const { artifactURLs } = await findWaiting(assetId);
  const jobId = await startJob(assetId);
  await hers.until(() => progressOf(hers, assetId).length === 2);
  await sendUpdate(assetId, jobId, { step: "transcribe", status: "started", message: "Listening." });
  await hers.until(() => progressOf(hers, assetId).length === 3);
  expect(progressOf(hers, assetId).at(-1)).toMatchObject({
    lifecycleState: "processing",
    step: "transcribe",
    message: "Listening.",
  });
  await putArtifact(artifactURLs.transcription, "Good evening.", {
    "content-type": "text/plain; charset=utf-8",
  });
  await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect(await receivedEnd(hers, assetId)).toHaveLength(4);
  await vi.waitUntil(async () => (await watchersOf(assetId)) === 0, WAIT);
});

test("the room sends the progress of a job once that is delivered twice, and no progress of an unwatched asset", async () => {
  const { ada, home, hers, threadId } = await liveThread();
  const assetId = await waitingAudio(ada, home);
  sendChange(hers, assets([assetId]));
  await finishProcessing(assetId);
  await receivedChanges(hers, 2);
  const room = () => testEnv.THREAD_ROOM.getByName(threadId);
  await Promise.all([room().assetProgressed(assetId), room().assetProgressed(assetId)]);
  await evictDurableObject(room());
  await room().assetProgressed(assetId);
  await room().assetProgressed(await waitingAsset(ada, home));
  await sendMessage(ada, threadId, "A remark.", { messageKind: "textV1" });
  await hers.until((frames) => frames.some((frame) => frame.textV1 !== undefined));
  expect(progressOf(hers, assetId)).toMatchObject([{ lifecycleState: "processing" }]);
  expect(changesOf(hers.frames)).toHaveLength(2);
});

test("the cron run notifies a room that was unreachable, once and with the current state; other rooms receive it immediately", async () => {
  const { ada, home, hers, threadId } = await liveThread();
  const assetId = await waitingAsset(ada, home);
  await testEnv.DB.prepare("INSERT INTO asset_watchers (asset_id, thread_id) VALUES (?, ?)")
    .bind(assetId, threadId)
    .run();
  const rooms = Object.getPrototypeOf(testEnv.THREAD_ROOM) as {
    getByName: (this: object, name: string) => never;
  };
  const { getByName } = rooms;
  vi.spyOn(rooms, "getByName").mockImplementation(function (this: object, name) {
    if (name === threadId) throw new Error("the room is lost");
    return getByName.call(this, name);
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const other = await startThread(ada, home, { assetIds: [assetId] });
  const there = await openEvents(other, { since: "0" }, bearer(ada));
  await finishProcessing(assetId);
  expect((await receivedEnd(there, assetId)).at(-1)).toMatchObject({ lifecycleState: "ready" });
  await vi.waitUntil(async () => (await watchersOf(assetId)) === 1, WAIT);
  vi.restoreAllMocks();
  expect(progressOf(hers, assetId)).toEqual([]);
  await testEnv.DB.prepare("UPDATE outbox SET due_at = 0 WHERE target_id = ?").bind(assetId).run();
  await vi.waitUntil(async () => (await runCron(), await ordersOf(assetId)) === 0, WAIT);
  expect(await receivedEnd(hers, assetId)).toMatchObject([{ lifecycleState: "ready" }]);
  expect(await watchersOf(assetId)).toBe(0);
});

test("the room sends no progress of a removed asset unless the scope still contains it", async () => {
  const { ada, home, hers } = await liveThread();
  const elsewhere = await createCollection(ada, ada.rootId, "Elsewhere");
  const inside = await waitingAudio(ada, home);
  const [outside, below] = [
    await waitingAudio(ada, elsewhere),
    await waitingAudio(ada, await createCollection(ada, elsewhere, "Below")),
  ];
  const all = [inside, outside, below];
  sendChange(hers, { ...assets([inside, outside]), ...collections([elsewhere]) });
  for (const assetId of all) await hers.until(() => progressOf(hers, assetId).length === 1);
  sendChange(hers, assets([], [inside, outside]));
  await hers.until((frames) =>
    changesOf(frames).some(({ knowledge }) => knowledge.assetContext.removed.length > 0),
  );
  expect(await Promise.all(all.map(watchersOf))).toEqual([1, 1, 1]);
  sendChange(hers, collections([], [elsewhere]));
  await hers.until((frames) =>
    changesOf(frames).some(({ knowledge }) => knowledge.organizationContext.removed.length > 0),
  );
  expect(await Promise.all(all.map(watchersOf))).toEqual([1, 0, 0]);
  for (const assetId of [outside, below, inside]) await finishAudio(assetId);
  expect((await receivedEnd(hers, inside)).at(-1)).toMatchObject({ lifecycleState: "ready" });
  expect([outside, below].map((assetId) => progressOf(hers, assetId).length)).toEqual([1, 1]);
});

test("all rooms receive the end of an asset's processing, even more rooms than one delivery can notify", async () => {
  const { ada, home, hers, threadId } = await liveThread();
  const assetId = await waitingAudio(ada, home);
  const others = Array.from({ length: 60 }, () => newId("thread")).toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  const columns =
    "organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by";
  const copied = `INSERT INTO threads (id, ${columns}) SELECT value, ${columns} FROM json_each(?1) CROSS JOIN threads WHERE threads.id = ?2`;
  await testEnv.DB.batch([
    testEnv.DB.prepare(copied).bind(JSON.stringify(others), threadId),
    testEnv.DB.prepare(
      "INSERT INTO asset_watchers (asset_id, thread_id) SELECT ?1, value FROM json_each(?2)",
    ).bind(assetId, JSON.stringify(others)),
  ]);
  const [first, last] = await Promise.all(
    [others[0]!, others.at(-1)!].map((id) => openEvents(id, {}, bearer(ada))),
  );
  sendChange(hers, assets([assetId]));
  await receivedChanges(hers, 1);
  await finishProcessing(assetId);
  await finishAudio(assetId);
  const ends = await Promise.all([hers, first!, last!].map((listener) => receivedEnd(listener, assetId)));
  expect(ends.map((told) => told.at(-1)?.lifecycleState)).toEqual(["ready", "ready", "ready"]);
  await vi.waitUntil(async () => (await watchersOf(assetId)) === 0, WAIT);
}, 60_000);

test("the room sends the progress of several assets together", async () => {
  const { ada, home, hers, threadId } = await liveThread();
  await copyAsset(await waitingAsset(ada, home), 149);
  const held = "SELECT asset_id AS id FROM asset_collections WHERE collection_id = ?";
  const { results } = await testEnv.DB.prepare(held).bind(home).all<{ id: Id<"asset"> }>();
  const watch =
    "INSERT INTO asset_watchers (asset_id, thread_id) SELECT asset_id, ?1 FROM asset_collections WHERE collection_id = ?2";
  await testEnv.DB.prepare(watch).bind(threadId, home).run();
  const room = testEnv.THREAD_ROOM.getByName(threadId);
  await Promise.all(results.map(({ id }) => room.assetProgressed(id)));
  const told = () => changesOf(hers.frames).flatMap(({ progress }) => Object.keys(progress));
  await hers.until(() => told().length === 150);
  expect(new Set(told())).toEqual(new Set(results.map(({ id }) => id)));
  expect(changesOf(hers.frames).length).toBeLessThan(150);
});
