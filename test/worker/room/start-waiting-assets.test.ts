import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { assets, changesOf, collections, idsOf, sendChange } from "../../support/rows/knowledge-change.ts";
import {
  bearer,
  copyAsset,
  ENGINE,
  finishAudio,
  receivedChanges,
  receivedEnd,
  liveThread,
  runCron,
  stateOf,
  waitingAsset,
  waitingAudio,
} from "../../support/http/progress.ts";
import { crashRoom, stopAtBatch } from "../../support/faults/crash-room.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import { openEvents, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const ORDERS =
  "SELECT count(*) AS n FROM outbox o JOIN assets a ON a.id = o.target_id WHERE a.created_by = ? AND o.kind = 'process_asset'";
const PROCESSING = "SELECT count(*) AS n FROM assets WHERE created_by = ? AND lifecycle_state = 'processing'";
const WATCHED =
  "SELECT count(*) AS n FROM asset_watchers w JOIN assets a ON a.id = w.asset_id WHERE a.created_by = ?";

test("all waiting assets below an added collection start, with as many statements as for one, and the cron run starts the remaining assets", async () => {
  const sizes: number[] = [];
  for (const count of [1, 52]) {
    const { ada, home, hers } = await liveThread();
    const folder = await createCollection(ada, home, "Folder");
    await copyAsset(await waitingAudio(ada, await createCollection(ada, folder, "Deeper")), count - 1);
    interceptBatches(async (_, send, __, texts) => {
      if (texts.some((text) => text.startsWith("INSERT INTO outbox") && text.includes("'process_asset'")))
        sizes.push(texts.length);
      return await send();
    });
    sendChange(hers, collections([folder]));
    await receivedChanges(hers, 1);
    vi.restoreAllMocks();
    expect([await countOf(PROCESSING, ada.userId), await countOf(WATCHED, ada.userId)]).toEqual([
      count,
      count,
    ]);
    await vi.waitUntil(async () => (await countOf(ORDERS, ada.userId)) === Math.max(0, count - 50), WAIT);
    await vi.waitUntil(async () => (await runCron(), await countOf(ORDERS, ada.userId)) === 0, WAIT);
  }
  expect(sizes).toHaveLength(2);
  expect(sizes[0]).toBe(sizes[1]);
}, 60_000);

test("creating a thread with a collection starts its waiting assets with two D1 round trips and reports the collection as pending", async () => {
  const { ada, home } = await liveThread();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [waiting, elsewhere] = [
    await waitingAudio(ada, await createCollection(ada, other, "Below")),
    await waitingAudio(ada, home),
  ];
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const body = {
    assetIds: [],
    collectionId: home,
    collectionIds: [other, home],
    label: "",
    organizationContext,
  };
  const headers = { "idempotency-key": newId("req") };
  const create = async () => await call("createThread", { token: ada.token, body, headers });
  const created = await create();
  expect({ status: created.status, trips: created.trips, done: created.body.done }).toEqual({
    status: 200,
    trips: 2,
    done: false,
  });
  expect([await stateOf(waiting), await stateOf(elsewhere)]).toEqual(["processing", "uploaded"]);
  expect((await call("createThread", { token: ada.token, body })).body.done).toBe(true);
  expect((await create()).body.done).toBe(false);
  await finishProcessing(waiting);
  await finishAudio(waiting);
  expect((await create()).body.done).toBe(true);
});

test("an asset that is uploaded into a collection in scope starts when its bytes are announced, whatever the flags", async () => {
  const { ada, hers } = await liveThread();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const assetId = await upload(ada, folder, ENGINE);
  sendChange(hers, collections([folder]));
  await receivedChanges(hers, 1);
  expect(await stateOf(assetId)).toBe("uploading");
  const body = { assetID: assetId, processInBackground: false, processInThread: true };
  const notified = await call("POST", "/v1/assets/notifyUploaded", { token: ada.token, body });
  expect({
    done: notified.body.done,
    lifecycleState: notified.body.data.lifecycleState,
    trips: notified.trips,
  }).toEqual({
    done: false,
    lifecycleState: "processing",
    trips: 2,
  });
  expect((await receivedEnd(hers, assetId)).at(-1)).toMatchObject({ lifecycleState: "ready" });
});

test("an asset whose collection enters a scope between the reads and writes of its announcement starts", async () => {
  const { ada, home } = await liveThread();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const assetId = await upload(ada, folder, ENGINE);
  interceptBatches(async (nth, send) => {
    if (nth === 2) await startThread(ada, home, { collectionIds: [folder] });
    return await send();
  });
  const { body } = await notify(ada, assetId, false);
  vi.restoreAllMocks();
  expect({ done: body.done, lifecycleState: body.data.lifecycleState }).toEqual({
    done: false,
    lifecycleState: "processing",
  });
  await finishProcessing(assetId);
  expect(await stateOf(assetId)).toBe("ready");
});

test("assets that a scope change started are processed and reported even if the room crashed before starting them", async () => {
  const { ada, home, hers, threadId } = await liveThread();
  const assetId = await waitingAsset(ada, home);
  const stop = stopAtBatch(2, "after");
  sendChange(hers, assets([assetId]));
  await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
  vi.restoreAllMocks();
  await crashRoom(testEnv.THREAD_ROOM.getByName(threadId));
  expect({ state: await stateOf(assetId), count: await countOf(ORDERS, ada.userId) }).toEqual({
    state: "processing",
    count: 1,
  });
  await vi.waitUntil(async () => (await runCron(), await countOf(ORDERS, ada.userId)) === 0, WAIT);
  await runDurableObjectAlarm(testEnv.THREAD_ROOM.getByName(threadId));
  const late = await openEvents(threadId, { since: "0" }, bearer(ada));
  expect((await receivedEnd(late, assetId)).at(-1)).toMatchObject({ lifecycleState: "ready" });
  expect(
    changesOf(late.frames)
      .filter(({ progress }) => Object.keys(progress).length === 0)
      .map(idsOf),
  ).toMatchObject([{ addedAssets: [assetId] }]);
});
