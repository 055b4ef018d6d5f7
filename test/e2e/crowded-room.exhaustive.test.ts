/**
 * A thousand sockets in one room, and a crowd with clients that do not read, over real connections with the
 * runtime's own buffers.
 */
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { FrameReader } from "../../tools/bench/lib/frame-reader.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { scaled } from "../support/setup/scaled.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const MAX_SOCKETS = 1_000;
const AT_ONCE = 50;
/** Clients that reconnect when the service starts, and the number of requests of each. */
const WAITING_CLIENTS = scaled({ whole: 400, share: 150 });
/** Number of clients that read, beside the clients that do not read. */
const READERS = scaled({ whole: 20, share: 6 });
const REQUESTS_EACH = 5;
const RETRY_MS = 100;
/** About 96 KiB of UTF-8, the maximum length of a message. */
const LONG_TEXT = "界".repeat(32_768);
const UNSEEN_BYTES = 16 * 1024 * 1024;
/** By then the room has closed all clients without signs of life. The log can hold the remaining messages. */
const LONG_MESSAGES = 190;
/** Messages in flight to the readers: below a reader's unread limit, so that the room closes none of them. */
const ON_THEIR_WAY = 8;

/** Seconds suffice, and a failed wait should not cost minutes. */
const TIMEOUT_MS = 60_000;

const decoder = new TextDecoder();

let service: Service;
let ada: RemoteUser;

/** The response statuses of the waiting clients. */
let answered: Promise<number[]>;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1/collections/nonsense`;
  answered = Promise.all(Array.from({ length: WAITING_CLIENTS }, async () => await ask(url))).then(
    (statuses) => statuses.flat(),
  );
  service = await startTestService({ port, vars: { RATE_LIMITS: "off" } });
  ada = await signUp(service, "ada");
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** No event signals an open port, so the function retries. */
async function ask(url: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < REQUESTS_EACH) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => null,
    );
    if (status === null) await pause(RETRY_MS);
    else statuses.push(status);
  }
  return statuses;
}

async function open(threadId: string, { since = "", pings = true } = {}): Promise<FrameReader> {
  const url = new URL(`${service.url}/v1/threads/${threadId}/events${since && `?since=${since}`}`);
  return await FrameReader.open(url, { authorization: `Bearer ${ada.api.token}` }, pings);
}

/** The numbers of the arriving frames, and a function that waits for `count` of them. */
function follow(reader: FrameReader): {
  readonly seqs: number[];
  readonly heard: (count: number) => Promise<void>;
} {
  const seqs: number[] = [];
  let waiting = { count: Number.POSITIVE_INFINITY, resolve: (): void => {} };
  reader.onText = (text) => {
    seqs.push(Number(/"seq":(\d+)\}$/.exec(decoder.decode(text.subarray(-30)))?.[1]));
    if (seqs.length >= waiting.count) waiting.resolve();
  };
  const heard = (count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (seqs.length >= count) resolve();
      waiting = { count, resolve };
      void reader.closed.then((code) =>
        reject(new Error(`closed with ${code} after ${seqs.length} of ${count} frames`)),
      );
    });
  return { seqs, heard };
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

test("clients that connect all at the start of the service get responses", async () => {
  expect(await answered).toEqual(Array.from({ length: WAITING_CLIENTS * REQUESTS_EACH }, () => 401));
});

test(
  "a thousand sockets receive a message, and one more closes with 4429 until another leaves",
  async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const crowd: FrameReader[] = [];
    while (crowd.length < MAX_SOCKETS)
      crowd.push(...(await Promise.all(Array.from({ length: AT_ONCE }, async () => await open(threadId)))));
    const followed = crowd.map(follow);
    expect(await (await open(threadId)).closed).toBe(4429);
    crowd[0]?.send(JSON.stringify({ textV1: { parts: ["Can everybody hear me?"] } }));
    await Promise.all(followed.map(async ({ heard }) => await heard(1)));
    expect(followed.every(({ seqs }) => seqs.join() === "1")).toBe(true);
    const leaver = crowd.pop();
    leaver?.close(1000);
    expect(await leaver?.closed).toBe(1000);
    const late = await open(threadId);
    const lateFollowed = follow(late);
    crowd[0]?.send(JSON.stringify({ textV1: { parts: ["And you?"] } }));
    await lateFollowed.heard(1);
    expect(lateFollowed.seqs).toEqual([2]);
    for (const reader of [...crowd, late]) reader.destroy();
  },
  TIMEOUT_MS,
);

test(
  "a client that does not read closes with 4408 and delays nobody, and a reconnect loses nothing",
  async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const crowd = await Promise.all(Array.from({ length: READERS }, async () => await open(threadId)));
    const followed = crowd.map(follow);
    const stuck = await open(threadId, { pings: false });
    const stuckFollowed = follow(stuck);
    stuck.stopReading();
    const silent = await open(threadId, { pings: false });
    const silentFollowed = follow(silent);
    for (let n = 0; n < LONG_MESSAGES; n += 1) {
      crowd[n % crowd.length]?.send(JSON.stringify({ textV1: { parts: [LONG_TEXT] } }));
      // The writers take turns and wait for the last reader, who may lag on a busy machine.
      await Promise.all(followed.map(async ({ heard }) => await heard(n + 1 - ON_THEIR_WAY)));
    }
    await Promise.all(followed.map(async ({ heard }) => await heard(LONG_MESSAGES)));
    expect(followed.every(({ seqs }) => seqs.join() === upTo(LONG_MESSAGES).join())).toBe(true);
    expect(stuckFollowed.seqs.length).toBeLessThan(LONG_MESSAGES / 2);

    // The client receives the queued frames first, then the close.
    expect(await silent.closed).toBe(4408);
    stuck.readOn();
    expect(await stuck.closed).toBe(4408);
    for (const { seqs } of [silentFollowed, stuckFollowed]) {
      expect(seqs).toEqual(upTo(seqs.length));
      expect(seqs.length).toBeLessThan(LONG_MESSAGES);
      expect(seqs.length * new TextEncoder().encode(LONG_TEXT).length).toBeLessThanOrEqual(UNSEEN_BYTES);
    }
    const known = stuckFollowed.seqs.length;
    const back = follow(await open(threadId, { since: String(known) }));
    await back.heard(LONG_MESSAGES - known);
    expect(back.seqs).toEqual(upTo(LONG_MESSAGES, known + 1));
  },
  TIMEOUT_MS,
);
