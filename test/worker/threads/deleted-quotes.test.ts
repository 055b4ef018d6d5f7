import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/assets.ts";
import { interceptBatches } from "../../support/d1-batches.ts";
import { ordersAreDone, restore, tombstone } from "../../support/deletion.ts";
import { testEnv } from "../../support/env.ts";
import { call, rawCall } from "../../support/http.ts";
import { type Person, signUp } from "../../support/people.ts";
import type { Frame } from "../../support/room-fixtures.ts";
import { makeLink, openEvents, say, startThread, type ThreadListener } from "../../support/threads.ts";

const ENGINE = "The zephyr engine was built in 1871 by a clerk called Marrow [3]\nof the harbour office.\n";
const QUESTION = "Who built the zephyr engine?";
const SECRETS = ["zephyr-ledger", "Marrow", "harbour office"];

afterEach(async () => {
  vi.restoreAllMocks();
  await ordersAreDone();
});

async function createScene() {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, ENGINE, { name: "zephyr-ledger.txt" });
  const threadId = await startThread(ada, ada.personalId);
  await say(ada, threadId, QUESTION);
  const { publicToken } = await makeLink(ada, threadId);
  return { ada, assetId, threadId, publicToken };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const asMember = async ({ ada, threadId }: Scene, query: Record<string, string> = {}) => await openEvents(threadId, query, bearer(ada));
const asGuest = async ({ threadId, publicToken }: Scene, query: Record<string, string> = {}) =>
  await openEvents(threadId, { publicAccessToken: publicToken, ...query });
const isAnswered = (frames: readonly Frame[]): boolean => frames.some((frame) => frame.textV1?.isDone === true);

/** All that a newcomer is sent at once: frames keep their order, so the pong marks the end. */
async function replayed({ socket, frames }: ThreadListener): Promise<Frame[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    if (data === "pong") resolve();
  });
  socket.send("ping");
  await promise;
  return [...frames];
}

const shown = async ({ ada, threadId }: Scene) => await (await rawCall("GET", `/v1/threads/${threadId}`, { token: ada.token })).text();
const shownToGuest = async ({ threadId, publicToken }: Scene) =>
  await (await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).text();
const secretsIn = (text: string) => SECRETS.filter((secret) => text.includes(secret));

test("what is deleted is hidden at once in the thread and its replays, from members and guests, and is back when it is restored", async () => {
  const scene = await createScene();
  const { ada, assetId } = scene;
  const before = [await shown(scene), await shownToGuest(scene)];
  expect(before.map(secretsIn)).toEqual([SECRETS, SECRETS]);
  const told = await replayed(await asMember(scene, { since: "0" }));
  expect(secretsIn(JSON.stringify(told))).toEqual(["zephyr-ledger", "Marrow", "harbour office"]);
  const last = told.at(-1)!.seq!;
  await tombstone(ada, "asset", [assetId]);
  const hidden = [await shown(scene), await shownToGuest(scene)];
  expect(hidden.map(secretsIn)).toEqual([[], []]);
  for (const text of hidden) expect(text).toContain("[deleted] [1]");
  const [again, guest] = [await asMember(scene, { since: "0" }), await asGuest(scene, { since: "0" })];
  expect([await replayed(again), await replayed(guest)]).toEqual([[{ resync: true, seq: last }], [{ resync: true, seq: last }]]);
  expect(await replayed(await asMember(scene, { since: String(last - 1) }))).toEqual([{ resync: true, seq: last }]);
  expect(await replayed(await asMember(scene, { since: String(last) }))).toEqual([]);
  await restore(ada, "asset", [assetId]);
  await ordersAreDone();
  expect([await shown(scene), await shownToGuest(scene)].map(secretsIn)).toEqual([SECRETS, SECRETS]);
  expect(await replayed(await asMember(scene, { since: "0" }))).toEqual(told);
});

test("anyone who listens is told to read again once for each change, members and guests", async () => {
  const scene = await createScene();
  const other = await addReadyAsset(scene.ada, scene.ada.personalId, "The oak shelf costs 40 euros.", { name: "shelf.txt" });
  await say(scene.ada, scene.threadId, "What does the oak shelf cost?");
  const listeners = [await asMember(scene), await asGuest(scene)];
  const heardAgain = async (times: number) => {
    for (const { until } of listeners) await until((frames) => frames.filter((frame) => frame.resync).length === times);
  };
  await tombstone(scene.ada, "asset", [scene.assetId, other]);
  await heardAgain(1);
  await ordersAreDone();
  await restore(scene.ada, "asset", [scene.assetId, other]);
  await heardAgain(2);
  await ordersAreDone();
  expect(listeners.map(({ frames }) => frames.filter((frame) => frame.resync).length)).toEqual([2, 2]);
  await say(scene.ada, scene.threadId, QUESTION);
  for (const { until } of listeners) await until(isAnswered);
  expect(listeners[0]!.frames.findIndex((frame) => frame.textV1)).toBeGreaterThan(1);
});

test("a room that slept knows what its log tells of; one that cannot ask D1 tells nothing", async () => {
  const scene = await createScene();
  const room = testEnv.THREAD_ROOM.getByName(scene.threadId);
  await evictDurableObject(room);
  await tombstone(scene.ada, "asset", [scene.assetId]);
  await ordersAreDone();
  await evictDurableObject(room);
  expect((await replayed(await asMember(scene, { since: "0" }))).map((frame) => frame.resync)).toEqual([true]);
  await restore(scene.ada, "asset", [scene.assetId]);
  await ordersAreDone();
  expect((await replayed(await asMember(scene, { since: "0" }))).length).toBeGreaterThan(1);
  interceptBatches(async (_, send, __, texts) => {
    if (texts.some((text) => text.includes("told.value"))) throw new Error("D1 is away");
    return await send();
  });
  expect((await replayed(await asMember(scene, { since: "0" }))).map((frame) => frame.resync)).toEqual([true]);
});

test("a room from before learns what its log tells of, and drops what does not say it", async () => {
  const scene = await createScene();
  const room = testEnv.THREAD_ROOM.getByName(scene.threadId);
  const older = async (changes: readonly string[]) => {
    await evictDurableObject(room);
    await runInDurableObject(room, (_, { storage: { sql } }) => {
      for (const change of ["DROP TABLE told_assets", ...changes, "UPDATE schema_version SET steps = 5"]) sql.exec(change);
    });
    await evictDurableObject(room);
  };
  await older([]);
  expect((await replayed(await asMember(scene, { since: "0" }))).length).toBeGreaterThan(1);
  await tombstone(scene.ada, "asset", [scene.assetId]);
  expect((await replayed(await asMember(scene, { since: "0" }))).map((frame) => frame.resync)).toEqual([true]);
  await ordersAreDone();
  await older(["UPDATE events SET frame = json_remove(frame, '$.textV1.provenance.citations')"]);
  expect(await replayed(await asMember(scene, { since: "0" }))).toEqual([]);
  expect((await replayed(await asMember(scene, { since: "1" }))).map((frame) => frame.resync)).toEqual([true]);
});

test("a follow-up and the check of a citation take nothing from a deleted quote", async () => {
  const scene = await createScene();
  const { ada, assetId, threadId } = scene;
  const { citations } = JSON.parse(await shown(scene)).data.knowledgeProvenance;
  const [citationId = ""] = Object.keys(citations);
  await addReadyAsset(ada, ada.personalId, "Marrow was born in Hull in 1840.", { name: "lives.txt" });
  await tombstone(ada, "asset", [assetId]);
  const checked = await call("GET", `/v1/threads/${threadId}/citations/${citationId}`, { token: ada.token });
  expect(checked.body.data).toMatchObject({ state: "gone", quote: "", displayName: "" });
  const listener = await asMember(scene);
  await say(ada, threadId, "Where was he born?");
  await listener.until(isAnswered);
  const [understood] = listener.frames.flatMap(({ textV1 }: any) => (textV1?.isDone ? [textV1.provenance.interpretedAs] : []));
  expect(understood).not.toContain("Marrow");
});
