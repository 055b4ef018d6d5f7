import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { deletePermanently } from "../../support/http/folder-to-delete.ts";
import { EventReader } from "../../support/http/event-reader.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { newId } from "../../../src/domain/ids.ts";
import type { ThreadRoom } from "../../../src/thread-room/thread-room.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import type { Frame } from "../../support/http/room-frames.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";

const ENGINE = "The zephyr engine was built in 1871 by a clerk called Marrow [3]\nof the harbour office.\n";
const QUESTION = "Who built the zephyr engine?";
const SECRETS = ["zephyr-ledger", "Marrow", "harbour office"];
const LOOKS_FOR_GONE = /SELECT shown\.value AS id/;

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

async function createScene() {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, ENGINE, { name: "zephyr-ledger.txt" });
  const threadId = await startThread(ada, ada.personalId);
  await sendMessage(ada, threadId, QUESTION);
  const { publicToken } = await makeLink(ada, threadId);
  return { ada, assetId, threadId, publicToken };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const asMember = async ({ ada, threadId }: Scene, query: Record<string, string> = {}) =>
  await openEvents(threadId, query, bearer(ada));
const asGuest = async ({ threadId, publicToken }: Scene, query: Record<string, string> = {}) =>
  await openEvents(threadId, { publicAccessToken: publicToken, ...query });
const isAnswered = (frames: readonly Frame[]): boolean =>
  frames.some((frame) => frame.textV1?.isDone === true);

/** The first frames of a new client. Frames keep their order, so the pong follows them. */
async function replayed({ socket, frames }: ThreadListener): Promise<Frame[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    if (data === "pong") resolve();
  });
  socket.send("ping");
  await promise;
  return [...frames];
}

/** The first frames of a stream, at least one frame. */
async function streamed(path: string, headers: Record<string, string>): Promise<Frame[]> {
  const leaving = new AbortController();
  const { body } = await rawCall("GET", path, {
    headers: { accept: "text/event-stream", ...headers },
    signal: leaving.signal,
  });
  const reader = new EventReader(body!, () => leaving.abort());
  await reader.until(({ frames }) => frames.length > 0);
  reader.leave();
  return reader.frames as Frame[];
}

const shown = async ({ ada, threadId }: Scene) =>
  await (await rawCall("GET", `/v1/threads/${threadId}`, { token: ada.token })).text();
const shownToGuest = async ({ threadId, publicToken }: Scene) =>
  await (await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).text();
const secretsIn = (text: string) => SECRETS.filter((secret) => text.includes(secret));

test("deletion immediately hides content from the thread and its replays for members and guests, and restoring brings it back", async () => {
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
  for (const listener of [again, guest])
    expect((await replayed(listener))[0]).toMatchObject({ resync: true });
  await runAllJobs();
  expect(await replayed(await asMember(scene, { since: String(last - 1) }))).toEqual([
    { resync: true, seq: last + 1 },
  ]);
  await restore(ada, "asset", [assetId]);
  await runAllJobs();
  expect([await shown(scene), await shownToGuest(scene)].map(secretsIn)).toEqual([SECRETS, SECRETS]);
  expect(await replayed(await asMember(scene, { since: "0" }))).toEqual([
    ...told,
    { resync: true, seq: last + 2 },
  ]);
});

test("a new client receives frames about other documents while the room checks for deleted ones", async () => {
  const scene = await createScene();
  const { ada, threadId } = scene;
  const told = await replayed(await asMember(scene, { since: "0" }));
  const second = await addReadyAsset(
    ada,
    ada.personalId,
    "The brass lantern was made by a smith called Odell.\n",
    { name: "lantern.txt" },
  );
  let asks = 0;
  interceptBatches(async (_, send, __, texts) => {
    const results = await send();
    if (texts.some((text) => LOOKS_FOR_GONE.test(text)) && (asks += 1) === 1)
      await sendMessage(ada, threadId, "Who made the brass lantern?");
    return results;
  });
  const later = await replayed(await asMember(scene, { since: "0" }));
  expect(asks).toBe(2);
  expect(later.slice(0, told.length)).toEqual(told);
  expect(later.some(({ resync }) => resync)).toBe(false);
  expect(JSON.stringify(later.slice(told.length))).toContain(second);
});

test("clients that were away receive a deletion or restoring once under a new number, on sockets and streams", async () => {
  const scene = await createScene();
  const { ada, assetId, threadId, publicToken } = scene;
  const last = (await replayed(await asMember(scene, { since: "0" }))).at(-1)!.seq!;
  const room = testEnv.THREAD_ROOM.getByName(threadId);
  const away = async (seq: number) => {
    const since = { since: String(seq) };
    const sockets = await Promise.all(
      [asMember(scene, since), asGuest(scene, since)].map(async (opened) => await replayed(await opened)),
    );
    return [
      ...sockets,
      await streamed(`/v1/threads/${threadId}/events`, { ...bearer(ada), "last-event-id": String(seq) }),
    ];
  };
  for (const [change, seq] of [
    [tombstone, last],
    [restore, last + 1],
  ] as const) {
    await change(ada, "asset", [assetId]);
    await runAllJobs();
    await evictDurableObject(room);
    const told = [{ resync: true, seq: seq + 1 }];
    expect(await away(seq)).toEqual([told, told, told]);
    expect(await replayed(await asMember(scene, { since: String(seq + 1) }))).toEqual([]);
  }
  const change = newId("op");
  for (let nth = 0; nth < 2; nth += 1)
    await runInDurableObject(room, async (instance) => await (instance as ThreadRoom).requestResync(change));
  const asked = await asGuest(scene, { since: String(last + 2) });
  expect(await replayed(asked)).toEqual([{ resync: true, seq: last + 3 }]);
  await sendMessage(ada, threadId, QUESTION);
  await asked.until(isAnswered);
  expect(asked.frames.map(({ seq }) => seq! > last + 3)).toEqual([
    false,
    ...asked.frames.slice(1).map(() => true),
  ]);
  expect(publicToken).not.toBe("");
});

test("deleting a collection immediately hides its content in other threads, and notifies connected and returning clients", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const assetId = await addReadyAsset(ada, folder, ENGINE, { name: "zephyr-ledger.txt" });
  const threadId = await startThread(ada, ada.personalId, { assetIds: [assetId] });
  const scoped = await startThread(ada, ada.personalId, { collectionIds: [folder] });
  await sendMessage(ada, threadId, QUESTION);
  const scene = { ada, assetId, threadId, publicToken: (await makeLink(ada, threadId)).publicToken };
  await runAllJobs();
  const last = (await replayed(await asMember(scene, { since: "0" }))).at(-1)!.seq!;
  const here = [await asMember(scene), await asGuest(scene), await asMember({ ...scene, threadId: scoped })];
  await deletePermanently(ada, [folder]);
  expect([await shown(scene), await shownToGuest(scene)].map(secretsIn)).toEqual([[], []]);
  await Promise.all(
    here.map(async ({ until }) => await until((frames) => frames.some(({ resync }) => resync === true))),
  );
  await runAllJobs();
  expect(here.map(({ frames }) => frames)).toEqual([
    [{ resync: true, seq: last + 1 }],
    [{ resync: true, seq: last + 1 }],
    [{ resync: true, seq: 1 }],
  ]);
  const back = [
    await asMember(scene, { since: String(last) }),
    await asMember({ ...scene, threadId: scoped }, { since: "0" }),
  ];
  expect(await Promise.all(back.map(replayed))).toEqual([
    [{ resync: true, seq: last + 1 }],
    [{ resync: true, seq: 1 }],
  ]);
});

test("every listener, member or guest, receives one resync for each change", async () => {
  const scene = await createScene();
  const other = await addReadyAsset(scene.ada, scene.ada.personalId, "The oak shelf costs 40 euros.", {
    name: "shelf.txt",
  });
  await sendMessage(scene.ada, scene.threadId, "What does the oak shelf cost?");
  const listeners = [await asMember(scene), await asGuest(scene)];
  const receivedAgain = async (times: number) => {
    for (const { until } of listeners)
      await until((frames) => frames.filter((frame) => frame.resync).length === times);
  };
  await tombstone(scene.ada, "asset", [scene.assetId, other]);
  await receivedAgain(1);
  await runAllJobs();
  await restore(scene.ada, "asset", [scene.assetId, other]);
  await receivedAgain(2);
  await runAllJobs();
  expect(listeners.map(({ frames }) => frames.filter((frame) => frame.resync).length)).toEqual([2, 2]);
  await sendMessage(scene.ada, scene.threadId, QUESTION);
  for (const { until } of listeners) await until(isAnswered);
  expect(listeners[0]!.frames.findIndex((frame) => frame.textV1)).toBeGreaterThan(1);
});

test("after a sleep the room knows the documents in its log, and without D1 it sends nothing", async () => {
  const scene = await createScene();
  const room = testEnv.THREAD_ROOM.getByName(scene.threadId);
  await evictDurableObject(room);
  await tombstone(scene.ada, "asset", [scene.assetId]);
  await runAllJobs();
  await evictDurableObject(room);
  expect((await replayed(await asMember(scene, { since: "0" }))).map((frame) => frame.resync)).toEqual([
    true,
  ]);
  await restore(scene.ada, "asset", [scene.assetId]);
  await runAllJobs();
  expect((await replayed(await asMember(scene, { since: "0" }))).length).toBeGreaterThan(1);
  interceptBatches(async (_, send, __, texts) => {
    if (texts.some((text) => text.includes("shown.value"))) throw new Error("D1 is away");
    return await send();
  });
  expect((await replayed(await asMember(scene, { since: "0" }))).map((frame) => frame.resync)).toEqual([
    true,
  ]);
});

test("a follow-up and a citation check use nothing of a deleted quote", async () => {
  const scene = await createScene();
  const { ada, assetId, threadId } = scene;
  const { citations } = JSON.parse(await shown(scene)).data.knowledgeProvenance;
  const [citationId = ""] = Object.keys(citations);
  await addReadyAsset(ada, ada.personalId, "Marrow was born in Hull in 1840.", { name: "lives.txt" });
  await tombstone(ada, "asset", [assetId]);
  const checked = await call("checkCitation", {
    token: ada.token,
    params: { threadID: threadId, citationId },
  });
  expect(checked.body.data).toMatchObject({ state: "gone", quote: "", displayName: "" });
  const listener = await asMember(scene);
  await sendMessage(ada, threadId, "Where was he born?");
  await listener.until(isAnswered);
  const [understood] = listener.frames.flatMap(({ textV1 }: any) =>
    textV1?.isDone ? [textV1.provenance.interpretedAs] : [],
  );
  expect(understood).not.toContain("Marrow");
});
