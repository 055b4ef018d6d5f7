import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import {
  remainingRowsOfAsset,
  remainingRowsOfThread,
  NO_ROWS_OF_ASSET,
  NO_ROWS_OF_THREAD,
} from "../../support/assertions/remaining-rows.ts";
import { WAIT } from "../../support/setup/wait.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { watchSteps } from "../../support/faults/room-steps.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { openEvents, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";
const QUESTION = "Who built the zephyr engine?";
const TIME_LIMIT_MS = 300_000;
/** One in this many possible moments is tested. */
const STRIDE = scaled({ whole: 1, share: 5 });

/** Time after which a purge has begun or waits for the attempt in progress. */
const BEGINS_WITHIN_MS = 100;

type Kind = "asset" | "thread";

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

async function furnish() {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = (await addReadyAsset(ada, home, TEXT)) as Id<"asset">;
  const threadId = (await startThread(ada, home, { assetIds: [assetId] })) as Id<"thread">;
  await runAllJobs();
  return { ada, assetId, threadId };
}

/** Deletes the record and, if `isForGood`, purges it. */
async function remove(ada: Person, kind: Kind, id: string, isForGood: boolean): Promise<void> {
  const { status, body } = await tombstone(ada, kind, [id]);
  if (status !== 200) throw new Error(body.message);
  if (isForGood) await purge(kind, id);
}

async function purge(kind: Kind, id: string): Promise<void> {
  await testEnv.DB.prepare(
    `UPDATE ${kind}s SET purge_at = 1, deleted_at = deleted_at - 86400000 WHERE id = ?`,
  )
    .bind(id)
    .run();
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  await runAllJobs();
}

/**
 * Runs `work`, and runs `meanwhile` at the room's nth remote call.
 * @returns whether there was such a call
 */
async function duringStep(
  threadId: string,
  nth: number,
  work: () => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<boolean> {
  let calls = 0;
  let isReached = false;
  let isReleased = false;
  const end = watchSteps(threadId, async ({ isStorage }, proceed) => {
    if (isStorage || isReached) return proceed();
    calls += 1;
    if (calls < nth) return proceed();
    isReached = true;
    while (!isReleased) await new Promise((resolve) => setTimeout(resolve, 1));
    return proceed();
  });
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  await vi.waitUntil(() => isReached || isOver, { interval: 1, ...WAIT });
  try {
    if (isReached) await meanwhile();
  } finally {
    isReleased = true;
    await working.catch(() => undefined);
    end();
  }
  return isReached;
}

/** Waits until the room has finished its outstanding work. */
async function roomIsDone(threadId: string): Promise<void> {
  const pending = "SELECT count(*) AS n FROM messages WHERE thread_id = ? AND state = 'pending'";
  const isDone = async () => (await testEnv.DB.prepare(pending).bind(threadId).first<number>("n")) === 0;
  await vi.waitUntil(isDone, { interval: 20, timeout: 60_000 });
}

async function askWhile(kind: Kind, isForGood: boolean, nth: number): Promise<boolean> {
  const place = await furnish();
  const { ada, assetId, threadId } = place;
  const id = kind === "asset" ? assetId : threadId;
  const body = { messageContent: QUESTION, messageKind: "promptV2", recipients: [], threadId };
  const isReached = await duringStep(
    threadId,
    nth,
    async () => await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body }),
    async () => await remove(ada, kind, id, isForGood),
  );
  if (!isReached) return false;
  await roomIsDone(threadId);
  await runAllJobs();
  const said = JSON.stringify((await call("GET", `/v1/threads/${threadId}`, { token: ada.token })).body);
  expect(said).not.toContain("Marrow");
  if (kind === "asset" && isForGood) expect(await remainingRowsOfAsset(place)).toEqual(NO_ROWS_OF_ASSET);
  if (kind === "thread" && isForGood) expect(await remainingRowsOfThread(place)).toEqual(NO_ROWS_OF_THREAD);
  if (isForGood) return true;
  await restore(ada, kind, [id]);
  await runAllJobs();
  const thread = (await call("GET", `/v1/threads/${threadId}`, { token: ada.token })).body.data;
  expect(thread.messages.map(({ isComplete }: { isComplete: boolean }) => isComplete)).not.toContain(false);
  const again = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  expect(again.body.data.messages.at(-1).content).toContain("Marrow");
  return true;
}

test.each([
  ["thread", false],
  ["thread", true],
  ["asset", false],
  ["asset", true],
] as const)(
  "deleting the %s (permanently: %s) at any moment of an answer leaves no pending work, and clients receive nothing of it",
  async (kind, isForGood) => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let moments = 0;
    for (let nth = 1; await askWhile(kind, isForGood, nth); nth += STRIDE) moments += 1;
    expect(moments).toBeGreaterThanOrEqual(1);
  },
  TIME_LIMIT_MS,
);

type Fate = "restored at once" | "restored later" | "removed for good";

/**
 * Processes a document, and deletes it at the nth D1 batch of the processing.
 * @returns whether there was such a batch
 */
async function processWhile(text: string, fate: Fate, nth: number): Promise<boolean> {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = (await upload(ada, home, text)) as Id<"asset">;
  let isReached = false;
  let isRemoved = false;
  let isReleased = fate !== "removed for good";
  let batches = 0;
  interceptBatches(
    async (_, send) => {
      batches += 1;
      if (isReached || batches !== nth) return await send();
      isReached = true;
      await remove(ada, "asset", assetId, false);
      if (fate === "restored at once") await restore(ada, "asset", [assetId]);
      isRemoved = true;
      while (!isReleased) await new Promise((resolve) => setTimeout(resolve, 1));
      return await send();
    },
    [assetId],
  );
  const working = notify(ada, assetId).then(async () => await finishProcessing(assetId));
  let isOver = false;
  void working.finally(() => (isOver = true));
  await vi.waitUntil(() => isRemoved || (isOver && !isReached), { interval: 1, ...WAIT });
  // The purge begins once the document is deleted, waits for the attempt in progress, and begins before the
  // attempt continues.
  const purging = isReleased || !isReached ? null : purge("asset", assetId);
  await new Promise((resolve) => setTimeout(resolve, purging === null ? 0 : BEGINS_WITHIN_MS));
  isReleased = true;
  await working;
  await purging;
  vi.restoreAllMocks();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  if (!isReached) return false;
  await runAllJobs();
  const found = async () => {
    const { passages } = (
      await call("POST", "/v1/search", { token: ada.token, body: { query: "zephyr engine" } })
    ).body.data;
    return passages.length > 0;
  };
  if (fate === "removed for good") {
    expect({ nth, found: await found() }).toEqual({ nth, found: false });
    // The index's alarm removes a long text in slices.
    await vi.waitFor(
      async () =>
        expect([nth, await remainingRowsOfAsset({ ada, assetId })]).toEqual([nth, NO_ROWS_OF_ASSET]),
      WAIT,
    );
    return true;
  }
  if (fate === "restored later") {
    expect({ nth, found: await found() }).toEqual({ nth, found: false });
    await restore(ada, "asset", [assetId]);
  }
  await notify(ada, assetId);
  await runAllJobs();
  await finishProcessing(assetId);
  expect({ nth, found: await found() }).toEqual({ nth, found: true });
  return true;
}

test.each([
  ["small", "restored at once"],
  ["small", "restored later"],
  ["small", "removed for good"],
  ["larger", "restored later"],
  ["larger", "removed for good"],
] as const)(
  "a %s document can be deleted at any moment of its processing and be %s",
  async (size, fate) => {
    const text = size === "small" ? TEXT : `${TEXT}\n\n`.repeat(1_200);
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    let moments = 0;
    for (let nth = 1; await processWhile(text, fate, nth); nth += STRIDE) moments += 1;
    expect(moments).toBeGreaterThanOrEqual(1);
  },
  TIME_LIMIT_MS,
);

test("while the room sleeps, listeners receive one resync for the deletion of a cited document and one for its purge", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { ada, assetId, threadId } = await furnish();
  const body = { messageContent: QUESTION, messageKind: "promptV2", recipients: [], threadId };
  await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  const listener = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${ada.token}` });
  const resyncs = () => listener.frames.filter(({ resync }) => resync === true).length;
  await listener.until((frames) => frames.some(({ textV1 }) => textV1?.isDone === true));
  const room = testEnv.THREAD_ROOM.getByName(threadId);
  await evictDurableObject(room);
  await tombstone(ada, "asset", [assetId]);
  await vi.waitUntil(() => resyncs() === 1, { interval: 5, ...WAIT });
  await evictDurableObject(room);
  await purge("asset", assetId);
  expect([resyncs(), await platformOf(testEnv).room(threadId).countStored()]).toEqual([1, 0]);
  listener.socket.close();
});
