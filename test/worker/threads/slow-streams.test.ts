import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  openThreadStream,
  STREAM_LIMITS,
  type StreamLimits,
} from "../../../src/http/event-stream/thread-stream.ts";
import { TextStream } from "../../../src/http/event-stream/text-stream.ts";
import { testEnv } from "../../support/setup/env.ts";
import { EventReader } from "../../support/http/event-reader.ts";
import { rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const REMARKS = 20;
const LONG = "x".repeat(30_000);
const STREAM = { accept: "text/event-stream" };

const socketsOf = async (threadId: string): Promise<number> =>
  await runInDurableObject(
    testEnv.THREAD_ROOM.getByName(threadId),
    (_, state) => state.getWebSockets().length,
  );

async function scene(): Promise<{ ada: Person; threadId: string; speak: (times: number) => Promise<void> }> {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const speak = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await sendMessage(ada, threadId, LONG, { messageKind: "textV1" });
  };
  return { ada, threadId, speak };
}

/** Opens a stream over the thread's own sockets, with other limits. */
async function open(
  threadId: string,
  { token }: Person,
  limits: Partial<StreamLimits>,
  padding = 0,
  since = 0,
) {
  const leaving = new AbortController();
  const opened: number[] = [];
  const body = await openThreadStream({
    open: async (behind) => {
      opened.push(behind);
      const headers = { upgrade: "websocket", authorization: `Bearer ${token}` };
      const { webSocket } = await rawCall("GET", `/v1/threads/${threadId}/events?since=${behind}`, {
        headers,
      });
      return webSocket!;
    },
    since,
    padding,
    closingFrame: () => null,
    left: leaving.signal,
    limits: { ...STREAM_LIMITS, ...limits },
  });
  return { body, opened, leave: () => leaving.abort() };
}

const seqs = ({ frames }: EventReader): number[] => frames.map(({ seq }) => seq);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

test("the service unsubscribes a slow reader, and the reader receives everything once and in order when it reads again", async () => {
  const { ada, threadId, speak } = await scene();
  const leaving = new AbortController();
  const { body } = await rawCall("GET", `/v1/threads/${threadId}/events`, {
    token: ada.token,
    headers: STREAM,
    signal: leaving.signal,
  });
  expect(await socketsOf(threadId)).toBe(1);
  await speak(REMARKS);
  await expect.poll(async () => await socketsOf(threadId)).toBe(0);
  const stream = new EventReader(body!, () => leaving.abort());
  await stream.until(({ frames }) => frames.length === REMARKS);
  await sendMessage(ada, threadId, "And live again", { messageKind: "textV1" });
  await stream.until(({ frames }) => frames.length > REMARKS);
  expect(seqs(stream)).toEqual(upTo(REMARKS + 1));
  expect(await socketsOf(threadId)).toBe(1);
  stream.leave();
});

test("a slow reader who loses access receives its queued events and then the reason", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["read"]);
  const threadId = await startThread(ada, home);
  const leaving = new AbortController();
  const { body } = await rawCall("GET", `/v1/threads/${threadId}/events`, {
    token: bob.token,
    headers: STREAM,
    signal: leaving.signal,
  });
  for (let n = 0; n < REMARKS; n += 1) await sendMessage(ada, threadId, LONG, { messageKind: "textV1" });
  await expect.poll(async () => await socketsOf(threadId)).toBe(0);
  await modifyPermissions(ada, home, bob.userId, []);
  await sendMessage(ada, threadId, "Among ourselves", { messageKind: "textV1" });
  const stream = new EventReader(body!, () => leaving.abort());
  expect(await stream.ended).toBe("end");
  const error = { code: "permission_denied", message: expect.any(String), messageId: "", closeCode: 4403 };
  expect(stream.frames.at(-1)).toEqual({ error });
  expect(stream.text).not.toContain("Among ourselves");
});

test("a stream sends a long log completely, also to a guest whose socket would get a resync", async () => {
  const { ada, threadId, speak } = await scene();
  await speak(REMARKS);
  const { publicToken } = await makeLink(ada, threadId);
  for (const [query, token] of [
    ["", ada.token],
    [`&publicAccessToken=${publicToken}`, undefined],
  ] as const) {
    const leaving = new AbortController();
    const response = await rawCall("GET", `/v1/threads/${threadId}/events?since=0${query}`, {
      token,
      headers: STREAM,
      signal: leaving.signal,
    });
    const stream = new EventReader(response.body!, () => leaving.abort());
    await stream.until(({ frames }) => frames.length === REMARKS);
    expect(seqs(stream)).toEqual(upTo(REMARKS));
    stream.leave();
  }
});

test("the service drops a reader who takes nothing between two heartbeats, and closes the room connection", async () => {
  const { ada, threadId, speak } = await scene();
  await speak(1);
  const { body } = await open(threadId, ada, { heartbeatMs: 50 });
  await expect.poll(async () => await socketsOf(threadId)).toBe(0);
  const late = new EventReader(body, () => {});
  expect([await late.ended, late.text]).toEqual(["end", ""]);
});

test("a silent stream sends a comment at every heartbeat and ends at its maximum duration", async () => {
  const { ada, threadId } = await scene();
  const { body } = await open(threadId, ada, { heartbeatMs: 20, lifeMs: 400 });
  const stream = new EventReader(body, () => {});
  expect(await stream.ended).toBe("end");
  expect(stream.text.split("\n\n").filter((block) => block === ":").length).toBeGreaterThan(2);
  expect({ frames: stream.frames, sockets: await socketsOf(threadId) }).toEqual({ frames: [], sockets: 0 });
});

test("a stream ends at its maximum size, and a returning client receives the rest", async () => {
  const { ada, threadId, speak } = await scene();
  await speak(8);
  const first = new EventReader((await open(threadId, ada, { lifeChars: 100_000 })).body, () => {});
  expect(await first.ended).toBe("end");
  expect({ seqs: seqs(first), lastId: first.lastId }).toEqual({ seqs: upTo(4), lastId: "4" });
  const { body, opened, leave } = await open(threadId, ada, { waitingChars: 40_000 }, 0, 4);
  // Reads nothing until the room connection has closed.
  await expect.poll(async () => await socketsOf(threadId)).toBe(0);
  const second = new EventReader(body, leave);
  await second.until(({ frames }) => frames.length === 4);
  expect([seqs(second), opened]).toEqual([
    [5, 6, 7, 8],
    [4, 6],
  ]);
  second.leave();
});

test("padding follows the frames that a stream sends together", async () => {
  const { ada, threadId, speak } = await scene();
  await speak(1);
  const { body, leave } = await open(threadId, ada, {}, 5_000);
  const stream = new EventReader(body, leave);
  await stream.until(({ frames, text }) => frames.length === 1 && text.endsWith(`:${" ".repeat(4_997)}\n\n`));
  expect(seqs(stream)).toEqual([1]);
  stream.leave();
});

test("all streams share one buffer limit, beyond which the service drops one stream and the others continue", async () => {
  const gone: number[] = [];
  const streams = upTo(5).map(
    (number) => new TextStream({ onTaken: () => {}, onOver: () => gone.push(number) }, ""),
  );
  for (const stream of streams) stream.write("x".repeat(4 * 1024 * 1024));
  expect(gone).toEqual([5]);
  const [first, second] = streams;
  first!.abandon();
  second!.write("and more");
  second!.end();
  const text = await new Response(second!.body).text();
  expect([text.length, text.endsWith("and more"), gone]).toEqual([4 * 1024 * 1024 + 8, true, [5, 1, 2]]);
  for (const stream of streams) stream.abandon();
});
