import { listDurableObjectIds } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { type Id, idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { askAgain, chooseAnswer, messagesShownIn } from "../../support/http/answer-versions.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import type { Frame } from "../../support/http/room-frames.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { testEnv } from "../../support/setup/env.ts";

const QUESTION = "Who designed the Analytical Engine?";

afterEach(() => {
  vi.restoreAllMocks();
});

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

async function read(person: Person | null, threadId: string, query: Record<string, string> = {}) {
  const path = `/v1/threads/${threadId}?${new URLSearchParams(query).toString()}`;
  return await call("GET", path, { token: person?.token });
}

/** Writes a text, and returns its content. */
async function remark(person: Person, threadId: string): Promise<string> {
  const content = newId("req");
  await sendMessage(person, threadId, content, { messageKind: "textV1" });
  return content;
}

const textsOf = (frames: readonly Frame[]): string[] => frames.flatMap(({ textV1 }) => textV1?.parts ?? []);

test("a thread has its last event only on request, with one more D1 round trip, also for guests", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const asked = { includeLastSeq: "true" };
  expect((await read(ada, threadId)).body.data.lastSeq).toBeNull();
  const none = await read(ada, threadId, asked);
  expect({ lastSeq: none.body.data.lastSeq, trips: none.trips }).toEqual({ lastSeq: 0, trips: 2 });
  for (const _ of [1, 2, 3]) await remark(ada, threadId);
  expect((await read(ada, threadId, asked)).body.data.lastSeq).toBe(3);
  expect((await read(ada, threadId, { includeLastSeq: "false" })).body.data.lastSeq).toBeNull();
  const { publicToken: publicAccessToken } = await makeLink(ada, threadId);
  expect((await read(null, threadId, { ...asked, publicAccessToken })).body.data.lastSeq).toBe(3);
});

test("events continue after the last event of a page without a repeat", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  await sendMessage(ada, threadId, QUESTION);
  const { lastSeq } = (await read(ada, threadId, { includeLastSeq: "true" })).body.data;
  const listener = await openEvents(threadId, { since: String(lastSeq) }, bearer(ada));
  const later = await remark(ada, threadId);
  await listener.until((frames) => frames.length > 0);
  expect(listener.frames.map((frame) => [frame.seq, frame.textV1?.parts])).toEqual([[lastSeq + 1, [later]]]);
});

test("no message is missing from a page and the events after it, whenever others write", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const written: string[] = [];
  let isWriting = false;
  const write = async (): Promise<void> => {
    isWriting = true;
    written.push(await remark(ada, threadId));
    isWriting = false;
  };
  interceptBatches(
    async (_, send) => {
      if (isWriting) return await send();
      await write();
      const results = await send();
      await write();
      return results;
    },
    [threadId],
  );
  const { messages, lastSeq } = (await read(ada, threadId, { includeLastSeq: "true" })).body.data;
  vi.restoreAllMocks();
  const listener = await openEvents(threadId, { since: String(lastSeq) }, bearer(ada));
  const last = await remark(ada, threadId);
  await listener.until((frames) => textsOf(frames).includes(last));
  const seen = new Set([...messages.map(({ content }: any) => content), ...textsOf(listener.frames)]);
  expect(written).toHaveLength(4);
  expect([...written, last].filter((content) => !seen.has(content))).toEqual([]);
});

test("a request for the last event wakes no room for a user who may not read the thread", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const threadId = await startThread(ada, ada.personalId);
  const isAwake = async (): Promise<boolean> =>
    (await listDurableObjectIds(testEnv.THREAD_ROOM)).some((id) =>
      id.equals(testEnv.THREAD_ROOM.idFromName(threadId)),
    );
  expect((await read(eve, threadId, { includeLastSeq: "true" })).body.code).toBe("not_found");
  expect(await isAwake()).toBe(false);
  await read(ada, threadId, { includeLastSeq: "true" });
  expect(await isAwake()).toBe(true);
});

/** Times of the thread's messages by id: of the creation, and for an answer of the end. */
async function timesOf(person: Person, threadId: string): Promise<Map<string, string>> {
  const { messages } = (await read(person, threadId)).body.data;
  return new Map(
    messages.map(({ id, inReplyTo, metadata }: any) => [
      idFromBytes("msg", id),
      inReplyTo === null ? metadata.createdAt : metadata.modifiedAt,
    ]),
  );
}

function shownTimes({ frames }: ThreadListener): [id: string, createdAt: string | undefined][] {
  return frames.flatMap(({ createdAt, ...frame }) => {
    const { messageId } = frame.textV1 ?? frame.promptV2 ?? frame.renameThreadV1 ?? {};
    if (messageId === undefined) return [];
    return [[typeof messageId === "string" ? messageId : idFromBytes("msg", messageId), createdAt]];
  });
}

test("an event has the time of its message, and the frames of an answer have the time of its end", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(
    ada,
    ada.personalId,
    "The Analytical Engine was designed by Charles Babbage.\n",
    {
      name: "engine.txt",
    },
  );
  const threadId = await startThread(ada, ada.personalId);
  const [listener, guest] = [
    await openEvents(threadId, { times: "true" }, bearer(ada)),
    await openEvents(threadId, {
      times: "true",
      publicAccessToken: (await makeLink(ada, threadId)).publicToken,
    }),
  ];
  await sendMessage(ada, threadId, QUESTION);
  await remark(ada, threadId);
  await sendMessage(ada, threadId, "Engines", { messageKind: "renameThreadV1" });
  // A question with its own scope is stored before its answer.
  const scope = { assetIDs: [idToBytes(assetId as Id)], collectionIDs: [] };
  listener.socket.send(JSON.stringify({ promptV2: { prompt: QUESTION, scope } }));
  const ends = (frames: readonly Frame[]): number =>
    frames.filter(({ textV1 }) => textV1?.isDone === true).length;
  await Promise.all([listener, guest].map(({ until }) => until((frames) => ends(frames) === 3)));
  const times = await timesOf(ada, threadId);
  expect(times.size).toBe(6);
  const shown = shownTimes(listener);
  expect(new Set(shown.map(([id]) => id))).toEqual(new Set(times.keys()));
  expect(shown).toEqual(shown.map(([id]) => [id, times.get(id)]));
  expect(shownTimes(guest)).toEqual(shownTimes(guest).map(([id]) => [id, times.get(id)]));
  expect(shownTimes(guest).length).toBeGreaterThan(3);
});

test("events have times only on request, with either spelling of identifiers, for members and guests, live and replayed", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken: publicAccessToken } = await makeLink(ada, threadId);
  const said = 'A quoted ","createdAt":"1871","seq":7}';
  const listeners = async (query: Record<string, string>) => [
    await openEvents(threadId, { ...query }, bearer(ada)),
    await openEvents(threadId, { ...query, identifiers: "text" }, bearer(ada)),
    await openEvents(threadId, { ...query, publicAccessToken }),
  ];
  const open = async (query: Record<string, string>) => ({
    plain: await listeners(query),
    timed: await listeners({ ...query, times: "true" }),
  });
  const live = await open({});
  await sendMessage(ada, threadId, said, { messageKind: "textV1" });
  for (const { plain, timed } of [live, await open({ since: "0" })]) {
    for (const listener of [...plain, ...timed]) {
      await listener.until((frames) => frames.length > 0);
      expect(textsOf(listener.frames)).toEqual([said]);
    }
    for (const { frames } of plain) expect(Object.keys(frames[0] ?? {})).toEqual(["textV1", "seq"]);
    for (const { frames } of timed)
      expect(Object.keys(frames[0] ?? {})).toEqual(["textV1", "createdAt", "seq"]);
  }
});

test("a new version has the time of its request, and a chosen version the time of the choice", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const [question, first] = messagesShownIn(await sendMessage(ada, threadId, "Why?"));
  const listener = await openEvents(threadId, { times: "true" }, bearer(ada));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  try {
    await askAgain(ada, threadId, question.id);
    await listener.until((frames) => frames.some(({ textV1 }) => textV1?.isDone === true));
    vi.setSystemTime(Date.now() + 60_000);
    const chosenAt = new Date().toISOString();
    await chooseAnswer(ada, threadId, question.id, first.id);
    await listener.until((frames) => frames.at(-1)?.textV1?.messageId === first.id);
    const { versions } = await storedTimes(threadId);
    const opened = listener.frames[0];
    expect([opened?.createdAt, opened?.textV1?.isDone]).toEqual([versions.get(2), false]);
    expect(listener.frames.at(-1)?.createdAt).toBe(chosenAt);
  } finally {
    vi.useRealTimers();
  }
});

/** Times of the requests of a thread's answers by version. */
async function storedTimes(threadId: string): Promise<{ versions: Map<number, string> }> {
  const { results } = await testEnv.DB.prepare(
    "SELECT answer_version AS version, created_at AS at FROM messages WHERE thread_id = ? AND in_reply_to IS NOT NULL",
  )
    .bind(threadId)
    .all<{ version: number; at: number }>();
  return { versions: new Map(results.map(({ version, at }) => [version, new Date(at).toISOString()])) };
}
