/** A thousand sockets in one room, and among a crowd some who do not read: over real connections, which the runtime buffers as it likes. */
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { FrameReader } from "../../tools/bench/lib/frame-reader.ts";
import { type RemoteUser, signUp, startThread } from "../support/client.ts";
import { scaled } from "../support/scale.ts";
import { type Service, startTestService } from "../support/service.ts";

const MAX_SOCKETS = 1_000;
const AT_ONCE = 50;
/** Clients that come back the moment the service is there, and how often each of them asks. */
const WAITING_CLIENTS = scaled({ whole: 400, share: 150 });
/** Readers beside those who do not read. */
const READERS = scaled({ whole: 20, share: 6 });
const REQUESTS_EACH = 5;
const RETRY_MS = 100;
/** About 96 KiB of UTF-8: the longest that a message may be. */
const LONG_TEXT = "界".repeat(32_768);
const UNSEEN_BYTES = 16 * 1024 * 1024;
/** After these nobody who shows no sign of life is left; what comes then is little enough for the log to keep. */
const LONG_MESSAGES = 190;
/** So many may be on their way to the readers: less than a reader's share of what a room keeps unread, so that none of them seems stuck. */
const ON_THEIR_WAY = 8;

/** Seconds are enough: one who is waited for in vain is not to cost minutes. */
const TIMEOUT_MS = 60_000;

const decoder = new TextDecoder();

let service: Service;
let ada: RemoteUser;

/** The statuses of what the waiting clients were answered. */
let answered: Promise<number[]>;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1/collections/nonsense`;
  answered = Promise.all(Array.from({ length: WAITING_CLIENTS }, async () => await ask(url))).then((statuses) => statuses.flat());
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

/** Nothing tells when a port opens: it is tried until then. */
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

/** The numbers of the frames that arrive, and a way to wait for so many. */
function follow(reader: FrameReader): { readonly seqs: number[]; readonly heard: (count: number) => Promise<void> } {
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
      void reader.closed.then((code) => reject(new Error(`closed with ${code} after ${seqs.length} of ${count} frames`)));
    });
  return { seqs, heard };
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

test("clients that storm in the moment the service is there are all answered", async () => {
  expect(await answered).toEqual(Array.from({ length: WAITING_CLIENTS * REQUESTS_EACH }, () => 401));
});

test(
  "a thousand sockets hear a message; one more is closed with 4429, and comes in when another has left",
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
  "who does not read is dropped with 4408 and waited for by nobody; the others hear everything in order, and they lose nothing by coming back",
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
      // The posters take turns and wait for the last reader, whose lag may be that of a busy machine.
      await Promise.all(followed.map(async ({ heard }) => await heard(n + 1 - ON_THEIR_WAY)));
    }
    await Promise.all(followed.map(async ({ heard }) => await heard(LONG_MESSAGES)));
    expect(followed.every(({ seqs }) => seqs.join() === upTo(LONG_MESSAGES).join())).toBe(true);
    expect(stuckFollowed.seqs.length).toBeLessThan(LONG_MESSAGES / 2);

    // What had been queued arrives first, then the close.
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
