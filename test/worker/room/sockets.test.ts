import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { idToBytes, newId } from "../../../src/domain/ids.ts";
import { THREAD_EVENTS, type EventKind, isEventKind } from "../../../src/domain/events.ts";
import { EventLog } from "../../../src/thread-room/log/event-log.ts";
import {
  createDocument,
  createUser,
  createWorkplace,
  grant,
  history,
  listen,
  type Listener,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { type Frame, lastFrame } from "../../support/http/room-frames.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];
const QUESTION = "When did the harbour of Brackwater open?";

afterEach(() => {
  vi.useRealTimers();
});

function say(listener: Listener, frame: unknown): void {
  listener.socket.send(JSON.stringify(frame));
}

async function untilDone(listener: Listener): Promise<Frame[]> {
  let known = 0;
  do {
    known += 1;
    await listener.received(known);
  } while (listener.frames[known - 1]?.textV1?.isDone !== true);
  return listener.frames.slice(0, known);
}

async function answeredPlace(): Promise<Workplace> {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const { messageId } = await post(openRoom(place), promptOf(place, QUESTION));
  await openRoom(place).waitForAnswer(messageId, 30_000);
  return place;
}

test("two users' sockets receive the same frames in the same order, and a new socket with since=0 receives all of them", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  const [one, two] = await Promise.all([listen(place), listen(place, { userId: colleague })]);
  const messageId = newId("msg");
  say(one, { promptV2: { messageId, prompt: QUESTION, createdBy: idToBytes(newId("user")) } });
  const heard = await untilDone(one);
  await two.received(heard.length);
  expect(two.frames).toEqual(heard);
  expect(await history(place)).toEqual(heard);
  expect(heard.map((frame) => frame.seq)).toEqual(heard.map((_, position) => position + 1));
  expect(heard[0]?.promptV2).toMatchObject({
    messageId: idToBytes(messageId),
    createdBy: idToBytes(place.owner),
    prompt: QUESTION,
  });
  const stored = await storedMessages(place.threadId);
  expect(heard.flatMap((frame) => frame.textV1?.parts ?? []).join("")).toBe(stored[1]?.content);
});

test("every frame has one member with exactly the contract's fields and its sequence number", async () => {
  const place = await answeredPlace();
  const speaker = await listen(place);
  say(speaker, { textV1: { parts: ["I ", "agree."] } });
  say(speaker, { promptV1: { prompt: "And the bees?", knowledge: { world: true }, temperature: 0.5 } });
  await untilDone(speaker);
  for (const frame of await history(place)) {
    const [kind, ...others] = Object.keys(frame).filter((name) => name !== "seq");
    expect(others).toEqual([]);
    expect(isEventKind(kind ?? "")).toBe(true);
    const schema = THREAD_EVENTS[kind as EventKind];
    const member = (frame as Record<string, object>)[kind as EventKind];
    expect(schema.parse(member)).toEqual(member);
    expect(Object.keys(member ?? {}).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  }
});

test("a socket with since=n receives the events after n, also after an eviction, followed by live events", async () => {
  const place = await answeredPlace();
  const all = await history(place);
  await evictDurableObject(openRoom(place));
  const late = await listen(place, { since: 1 });
  await post(openRoom(place), promptOf(place, "I agree.", { kind: "text" }));
  const frames = await late.received(all.length);
  expect(frames.slice(0, -1)).toEqual(all.slice(1));
  expect(frames.at(-1)).toMatchObject({ seq: all.length + 1, textV1: { parts: ["I agree."] } });
});

test("a truncated log makes clients that miss events resync and sends the others their missed events", async () => {
  const place = await createWorkplace();
  const label = (text: string) => ({
    renameThreadV1: { createdBy: [], kind: "renameThreadV1" as const, label: text, messageId: [] },
    createdAt: "2026-11-22T10:00:00.000Z",
  });
  await runInDurableObject(openRoom(place), (_, state) => {
    const log = new EventLog(state.storage.sql, { events: 3, bytes: 10_000 });
    for (const text of ["a", "b", "c", "d", "e"]) log.append([label(text)]);
  });
  const [behind, near] = await Promise.all([listen(place, { since: 1 }), listen(place, { since: 2 })]);
  expect(await behind.received(1)).toEqual([{ resync: true, seq: 5 }]);
  expect((await near.received(3)).map((frame) => frame.seq)).toEqual([3, 4, 5]);
  await post(openRoom(place), promptOf(place, "I agree.", { kind: "text" }));
  expect((await behind.received(2))[1]?.seq).toBe(6);
});

test("a future sequence number causes a resync", async () => {
  const place = await answeredPlace();
  const last = (await history(place)).length;
  const lost = await listen(place, { since: last + 5 });
  expect(await lost.received(1)).toEqual([{ resync: true, seq: last }]);
});

test("sockets survive the room's eviction and receive later messages", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  await evictDurableObject(openRoom(place));
  say(listener, { textV1: { parts: ["Still here."] } });
  expect(await listener.received(1)).toMatchObject([
    { seq: 1, textV1: { parts: ["Still here."], createdBy: idToBytes(place.owner) } },
  ]);
});

test.each([
  ["no JSON", "{", "invalid_argument"],
  ["a list", "[]", "invalid_argument"],
  ["no member", "{}", "invalid_argument"],
  ["two members", JSON.stringify({ promptV2: {}, textV1: {} }), "invalid_argument"],
  ["an unknown member", JSON.stringify({ shout: {} }), "invalid_argument"],
  ["a property of objects", JSON.stringify({ constructor: {} }), "invalid_argument"],
  ["a member of null", JSON.stringify({ promptV2: null }), "invalid_argument"],
  ["an empty prompt", JSON.stringify({ promptV2: { prompt: "" } }), "invalid_argument"],
  ["a prompt too long", JSON.stringify({ promptV2: { prompt: "x".repeat(32_769) } }), "invalid_argument"],
  ["an unknown model", JSON.stringify({ promptV2: { prompt: "Why?", model: "oracle" } }), "invalid_argument"],
  [
    "another kind of id",
    JSON.stringify({ promptV2: { prompt: "Why?", messageId: newId("col") } }),
    "invalid_argument",
  ],
  [
    "another thread",
    JSON.stringify({ textV1: { parts: ["Hm."], threadId: newId("thread") } }),
    "invalid_argument",
  ],
  ["an empty text message", JSON.stringify({ textV1: { parts: [] } }), "invalid_argument"],
  ["knowledge that is none", JSON.stringify({ knowledgeChangeV1: { knowledge: [] } }), "invalid_argument"],
])("a frame with %s gets an error frame, and the socket stays open", async (_, text, code) => {
  const place = await createWorkplace();
  const listener = await listen(place);
  listener.socket.send(text);
  expect(await listener.received(1)).toMatchObject([{ error: { code } }]);
  say(listener, { textV1: { parts: ["Still here."] } });
  expect((await listener.received(2))[1]?.textV1?.parts).toEqual(["Still here."]);
});

test("the room ignores extra fields of a frame, and omits fields without a value", async () => {
  const listener = await listen(await createWorkplace());
  const frames = [
    { textV1: { parts: ["Echoed."], messageId: "", kind: "textV1" }, seq: 4 },
    { seq: 1, later: {}, textV1: { parts: ["Known."], kind: null, threadId: null, unknown: 1 } },
    { renameThreadV1: { label: "Named", messageId: null } },
    {
      promptV2: {
        prompt: "Is there anything?",
        messageId: "",
        transformationId: "",
        model: null,
        scope: null,
      },
    },
  ];
  for (const frame of frames) listener.socket.send(JSON.stringify(frame));
  const heard = await listener.received(5);
  expect(heard.slice(0, 4)).toMatchObject([
    { seq: 1, textV1: { parts: ["Echoed."] } },
    { seq: 2, textV1: { parts: ["Known."] } },
    { seq: 3, renameThreadV1: { label: "Named" } },
    { seq: 4, promptV2: { prompt: "Is there anything?", model: "" } },
  ]);
});

test("an error frame carries the id of its message", async () => {
  const place = await createWorkplace();
  const userId = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, userId, place.home, "read");
  const reader = await listen(place, { userId, canWrite: false });
  const messageId = newId("msg");
  say(reader, { promptV2: { messageId: idToBytes(messageId), prompt: "May I?" } });
  expect(await reader.received(1)).toMatchObject([{ error: { code: "permission_denied", messageId } }]);
  expect(await storedMessages(place.threadId)).toEqual([]);
});

test("a frame over 256 KiB closes the socket with 4413", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  listener.socket.send("ü".repeat(128 * 1024 + 1));
  expect(await listener.closed).toMatchObject({ code: 4413 });
});

test("a ping is answered without waking the room", async () => {
  const listener = await listen(await createWorkplace());
  listener.socket.send("ping");
  expect(await listener.received(1)).toEqual([{}]);
});

test("an expired token closes its socket with 4401 at connection, at a frame, before an event, and by the alarm", async () => {
  const place = await createWorkplace();
  const expired = await listen(place, { issuerTokenExpiresAt: Date.now() - 1, since: 0 });
  expect(await expired.closed).toMatchObject({ code: 4401 });
  for (const act of [
    async (listener: Listener) => say(listener, { textV1: { parts: ["Too late."] } }),
    () => openRoom(place).accept(promptOf(place, "A remark.", { kind: "text" })),
    () => runDurableObjectAlarm(openRoom(place)),
  ]) {
    const listener = await listen(place, { issuerTokenExpiresAt: Date.now() + 60_000 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await act(listener);
    expect(await listener.closed).toMatchObject({ code: 4401 });
    expect(listener.frames).toEqual([lastFrame(4401)]);
    vi.useRealTimers();
  }
});

test("the room accepts only sockets of its thread that the Worker opens", async () => {
  const place = await createWorkplace();
  const plain = await openRoom(place).fetch("https://room/", { headers: { upgrade: "websocket" } });
  expect(plain.status).toBe(400);
  await expect(listen(place, { threadId: newId("thread") })).rejects.toThrow("400");
});
