import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { EventReader } from "../../support/http/event-reader.ts";
import { rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { signUp, tokenFor } from "../../support/http/person.ts";
import { lastFrame } from "../../support/http/room-frames.ts";
import { endLink, makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const STREAM = { accept: "text/event-stream" };

afterEach(() => {
  vi.useRealTimers();
});

const room = (threadId: string) => testEnv.THREAD_ROOM.getByName(threadId);
const textMessage = { messageKind: "textV1" };

interface Asker {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function ask(
  threadId: string,
  query: Record<string, string> = {},
  { token, headers, signal }: Asker = {},
): Promise<Response> {
  const path = `/v1/threads/${threadId}/events?${new URLSearchParams(query).toString()}`;
  return await rawCall("GET", path, { token, signal, headers: { ...STREAM, ...headers } });
}

async function follow(
  threadId: string,
  query: Record<string, string> = {},
  asker: Asker = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await ask(threadId, query, { ...asker, signal: leaving.signal });
  if (response.status !== 200 || response.body === null)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  return new EventReader(response.body, () => leaving.abort());
}

async function scene() {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  return { ada, bob, home, threadId: await startThread(ada, home) };
}

test("a stream sends the frames of a socket, each under its number", async () => {
  const { ada, threadId } = await scene();
  const socket = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${ada.token}` });
  const stream = await follow(threadId, { since: "0" }, ada);
  await sendMessage(ada, threadId, "Is anybody there?");
  await sendMessage(ada, threadId, "A remark\nof two lines.", textMessage);
  const isOver = (frames: readonly any[]): boolean =>
    frames.some(({ textV1 }) => textV1?.parts[0] === "A remark\nof two lines.");
  await Promise.all([socket.until(isOver), stream.until(({ frames }) => isOver(frames))]);
  expect(stream.frames).toEqual(socket.frames);
  expect(stream.events.map(({ id }) => id)).toEqual(socket.frames.map(({ seq }) => String(seq)));
  expect(stream.retryMs).toBeGreaterThan(0);
  socket.socket.close();
  stream.leave();
});

test("a returning client receives its missed events once, even if the URL has another position or no event has arrived before", async () => {
  const { ada, threadId } = await scene();
  await sendMessage(ada, threadId, "Before", textMessage);
  const first = await follow(threadId, {}, ada);
  await first.until(({ lastId }) => lastId !== "");
  expect({ lastId: first.lastId, frames: first.frames }).toEqual({ lastId: "1", frames: [] });
  first.leave();
  for (const words of ["Between", "the two"]) await sendMessage(ada, threadId, words, textMessage);
  const second = await follow(
    threadId,
    { since: "0" },
    { ...ada, headers: { "last-event-id": first.lastId } },
  );
  await second.until(({ frames }) => frames.length === 2);
  await evictDurableObject(room(threadId));
  await sendMessage(ada, threadId, "Live", textMessage);
  await second.until(({ frames }) => frames.length === 3);
  expect(second.frames.map(({ seq, textV1 }) => [seq, textV1.parts[0]])).toEqual([
    [2, "Between"],
    [3, "the two"],
    [4, "Live"],
  ]);
  second.leave();
});

test("a stream gets a resync under the newest number if its position is outside the log, as a socket does", async () => {
  const { ada, threadId } = await scene();
  await sendMessage(ada, threadId, "One", textMessage);
  const stream = await follow(threadId, {}, { ...ada, headers: { "last-event-id": "7" } });
  await stream.until(({ frames }) => frames.length === 1);
  expect(stream.events).toEqual([{ id: "1", frame: { resync: true, seq: 1 } }]);
  stream.leave();
});

test("the response has the headers for proxies, caches and other origins", async () => {
  const { ada, threadId } = await scene();
  const { status, headers, body } = await ask(
    threadId,
    {},
    { ...ada, headers: { prefer: "identifiers=text" } },
  );
  const names = [
    "content-type",
    "cache-control",
    "x-accel-buffering",
    "preference-applied",
    "x-content-type-options",
    "content-length",
  ];
  expect([status, ...names.map((name) => headers.get(name))]).toEqual([
    200,
    "text/event-stream",
    "private, no-store, no-cache, no-transform",
    "no",
    "identifiers=text",
    "nosniff",
    null,
  ]);
  expect(headers.get("x-operation-id")).toMatch(/^op_/);
  const stream = new EventReader(body!, () => {});
  await stream.until(({ text }) => text.length >= 4_096);
  await sendMessage(ada, threadId, "A remark", textMessage);
  await stream.until(({ frames }) => frames.length === 1);
  expect(stream.frames[0]).toMatchObject({ textV1: { threadId, createdBy: ada.userId } });
  stream.leave();
});

test("a HEAD request returns GET's response without subscribing", async () => {
  const { ada, bob, threadId } = await scene();
  const path = `/v1/threads/${threadId}/events`;
  const [hers, his] = [
    await rawCall("HEAD", path, { ...ada, headers: STREAM }),
    await rawCall("HEAD", path, { ...bob, headers: STREAM }),
  ];
  expect({
    hersStatus: hers.status,
    headersContentType: hers.headers.get("content-type"),
    hers: hers.body,
    hisStatus: his.status,
  }).toEqual({ hersStatus: 200, headersContentType: "text/event-stream", hers: null, hisStatus: 404 });
  expect(await socketsOf(threadId)).toBe(0);
});

const socketsOf = async (threadId: string): Promise<number> =>
  await runInDurableObject(room(threadId), (_, state) => state.getWebSockets().length);

test("the stream rejects callers without access as over HTTP, before any event", async () => {
  const { ada, bob, threadId } = await scene();
  const other = await startThread(ada, ada.rootId);
  const { id } = (await sendMessage(ada, other, "Up to here", textMessage)).messages.at(-1);
  const upTo = await makeLink(ada, other, { messageId: id });
  const expired = { token: await tokenFor(ada.email, { expiresInSeconds: -60 }) };
  const asked = await Promise.all([
    ask(threadId),
    ask(threadId, {}, expired),
    ask(threadId, {}, bob),
    ask(newId("thread"), {}, ada),
    ask(threadId, { publicAccessToken: "x" }),
    ask(other, { publicAccessToken: upTo.publicToken }),
    ask("thread_x", {}, ada),
    ask(threadId, { since: "-1" }, ada),
    ask(threadId, { padding: "16385" }, ada),
    ask(threadId, {}, { ...ada, headers: { "last-event-id": "one" } }),
    ask(threadId, {}, { ...ada, headers: { accept: "application/json" } }),
    ask(threadId, {}, { ...ada, headers: { accept: "*/*" } }),
    ask(threadId, {}, { ...ada, headers: { accept: "text/event-stream;q=0" } }),
  ]);
  const answers = await Promise.all(
    asked.map(async (each) => [each.status, ((await each.json()) as { code: string }).code]),
  );
  const bad = [400, "invalid_argument"];
  const nobody = [401, "unauthenticated"];
  const hidden = [404, "not_found"];
  expect(answers).toEqual([
    nobody,
    nobody,
    hidden,
    hidden,
    hidden,
    [403, "permission_denied"],
    bad,
    bad,
    bad,
    bad,
    bad,
    bad,
    bad,
  ]);
});

test("a guest's stream has the frames of a guest's socket", async () => {
  const { ada, threadId } = await scene();
  const { publicToken } = await makeLink(ada, threadId);
  const query = { publicAccessToken: publicToken, since: "0" };
  const [socket, stream] = [await openEvents(threadId, query), await follow(threadId, query)];
  await sendMessage(ada, threadId, "Is anybody there?");
  const isOver = (frames: readonly any[]): boolean => frames.some(({ textV1 }) => textV1?.isDone === true);
  await Promise.all([socket.until(isOver), stream.until(({ frames }) => isOver(frames))]);
  expect(stream.frames).toEqual(socket.frames);
  expect(new Set(stream.frames.flatMap((frame) => Object.keys(frame)))).toEqual(new Set(["textV1", "seq"]));
  socket.socket.close();
  stream.leave();
});

test("a user who loses read, or whose link is revoked, gets the reason within a second, and the stream ends", async () => {
  const { ada, bob, home, threadId } = await scene();
  await share(ada, home, bob, ["read"]);
  const { publicToken, tokenId } = await makeLink(ada, threadId);
  const [his, guest] = [
    await follow(threadId, {}, bob),
    await follow(threadId, { publicAccessToken: publicToken }),
  ];
  await Promise.all([his, guest].map(async (stream) => await stream.until(({ lastId }) => lastId !== "")));
  await modifyPermissions(ada, home, bob.userId, []);
  const lostAt = performance.now();
  expect({ ended: await his.ended, frames: his.frames }).toEqual({ ended: "end", frames: [lastFrame(4403)] });
  expect(performance.now() - lostAt).toBeLessThan(1_000);
  await endLink(ada, threadId, tokenId);
  expect({ ended: await guest.ended, frames: guest.frames }).toEqual({
    ended: "end",
    frames: [lastFrame(4403)],
  });
  expect((await ask(threadId, {}, { ...bob, headers: { "last-event-id": his.lastId } })).status).toBe(404);
});

test("the stream ends when its token expires", async () => {
  const { ada, threadId } = await scene();
  const stream = await follow(threadId, {}, { token: await tokenFor(ada.email, { expiresInSeconds: 60 }) });
  await stream.until(({ lastId }) => lastId !== "");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await sendMessage(
    { ...ada, token: await tokenFor(ada.email, { expiresInSeconds: 3_600 }) },
    threadId,
    "Too late",
    textMessage,
  );
  expect({ ended: await stream.ended, frames: stream.frames }).toEqual({
    ended: "end",
    frames: [lastFrame(4401)],
  });
});

test("a closed stream has no listener, and a user may have fifty open streams", async () => {
  const { ada, threadId } = await scene();
  const streams = await Promise.all(Array.from({ length: 50 }, async () => await follow(threadId, {}, ada)));
  const [refused] = [await ask(threadId, {}, ada)];
  expect({
    status: refused.status,
    retryAfter: refused.headers.get("retry-after"),
    refused: await refused.json(),
  }).toMatchObject({
    status: 429,
    retryAfter: "60",
    refused: { code: "resource_exhausted" },
  });
  for (const stream of streams) stream.leave();
  await expect.poll(async () => await socketsOf(threadId)).toBe(0);
  (await follow(threadId, {}, ada)).leave();
});
