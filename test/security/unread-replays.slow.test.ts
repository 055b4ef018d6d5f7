/**
 * Promise: Listeners that do not read cost little memory: 256 KiB for a guest, 16 MiB for all guests of a
 * thread, 96 MiB for all members. Attack: A thousand sockets requested the whole log and never read. The room
 * queued 8 MiB for each of them in the memory of one object.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { EventLog } from "../../src/thread-room/log/event-log.ts";
import { RoomSockets } from "../../src/thread-room/connections/room-sockets.ts";
import { DEFAULT_SESSION } from "../support/fixtures/default-session.ts";
import {
  createWorkplace,
  insertRow,
  listen,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../support/rows/workplace.ts";

const KIB = 1024;
const GUEST_BYTES = 256 * KIB;
const GUESTS_BYTES = 16 * KIB * KIB;
const MEMBERS_BYTES = 96 * KIB * KIB;

/** Keeps references, because the runtime collects an unreferenced socket and then closes the room's end. */
const held: WebSocket[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  held.length = 0;
});

/** Counts the bytes that the room sends on all its sockets. Bytes that no client reads stay queued. */
function countSent(): { bytes: number } {
  const sent = { bytes: 0 };
  const send = Reflect.get(WebSocket.prototype, "send");
  vi.spyOn(WebSocket.prototype, "send").mockImplementation(function (this: WebSocket, message) {
    if (typeof message === "string" && message !== "ping") sent.bytes += message.length;
    Reflect.apply(send, this, [message]);
  });
  return sent;
}

const rename = (label: string) => ({
  renameThreadV1: {
    createdBy: Array<number>(16).fill(0),
    kind: "renameThreadV1" as const,
    label,
    messageId: [],
  },
  createdAt: "2026-11-22T10:00:00.000Z",
});

/** Fills the room's log with renames, which guests also receive. */
async function fillLog(place: Workplace, kibibytes: number, each = 32): Promise<void> {
  await runInDurableObject(openRoom(place), (_, state) => {
    const log = new EventLog(state.storage.sql);
    for (let n = 0; n < kibibytes; n += each) log.append([rename("x".repeat(each * KIB))]);
  });
}

/** Sends frames to all sockets as the room does, with its own limits. */
function broadcaster(place: Workplace) {
  let sockets: RoomSockets | null = null;
  const frame = JSON.stringify({ ...rename("x".repeat(32 * KIB)), seq: 1 });
  return async (times: number): Promise<void> =>
    await runInDurableObject(openRoom(place), (_, state) => {
      sockets ??= new RoomSockets(state, { authorOf: (userId) => [...userId], isHidden: () => false });
      for (let n = 0; n < times; n += 1) sockets.broadcast([frame], Date.now());
    });
}

/** A socket that never reads, because the client end is not accepted. */
async function openUnread(place: Workplace, session: Record<string, unknown>): Promise<WebSocket> {
  const { threadId, organizationId, tenantId, owner } = place;
  const told = {
    kind: "user",
    userId: owner,
    canWrite: true,
    ...DEFAULT_SESSION,
    openedAt: Date.now(),
    tokenExpiresAt: Date.now() + 3_600_000,
  };
  const { since = 0, ...more } = session;
  const header = JSON.stringify({
    session: { ...told, threadId, organizationId, tenantId, ...more },
    since,
    subprotocol: null,
  });
  const { webSocket } = await openRoom(place).fetch("https://room/", {
    headers: { upgrade: "websocket", "x-room-session": header },
  });
  if (webSocket === null) throw new Error("no socket");
  held.push(webSocket);
  return webSocket;
}

async function openMany(
  count: number,
  place: Workplace,
  session: Record<string, unknown> = {},
): Promise<WebSocket[]> {
  return await Promise.all(Array.from({ length: count }, async () => await openUnread(place, session)));
}

async function guestOf({ owner, threadId }: Workplace): Promise<Record<string, unknown>> {
  const id = newId("token");
  const link = { share_method: "link", shared_by: owner, shared_at: 1, random_bits: "r", token_hash: id };
  await insertRow("thread_links", { id, thread_id: threadId, ...link });
  return { kind: "guest", tokenId: id, issuerTokenExpiresAt: null };
}

test("a guest who missed more than 256 KiB gets a request to read the thread again, and then receives new events", async () => {
  const place = await createWorkplace();
  await fillLog(place, 512);
  const sent = countSent();
  const guest = await listen(place, { ...(await guestOf(place)), since: 0 });
  expect(await guest.received(1)).toEqual([{ resync: true, seq: 16 }]);
  expect(sent.bytes).toBeLessThanOrEqual(GUEST_BYTES);
  await post(openRoom(place), promptOf(place, "And now?", { kind: "text" }));
  expect((await guest.received(2))[1]).toMatchObject({ seq: 17, textV1: { parts: ["And now?"] } });
});

test("a guest receives 256 KiB unread and is then closed despite pings; after reconnecting they miss nothing", async () => {
  const place = await createWorkplace();
  const session = await guestOf(place);
  const say = broadcaster(place);
  const guest = await listen(place, session);
  const sent = countSent();
  for (let n = 0; n < 12; n += 1) {
    if (guest.socket.readyState === WebSocket.OPEN) guest.socket.send("ping");
    await say(1);
  }
  expect(await guest.closed).toMatchObject({ code: 4408 });
  expect(sent.bytes).toBeLessThanOrEqual(GUEST_BYTES);
  await fillLog(place, 128);
  const back = await listen(place, { ...session, since: 1 });
  expect((await back.received(3)).map(({ seq }) => seq)).toEqual([2, 3, 4]);
});

test(
  "five hundred guests that do not read cost 16 MiB in total, and members keep receiving",
  { timeout: 60_000 },
  async () => {
    const place = await createWorkplace();
    await fillLog(place, 192);
    const sent = countSent();
    await openMany(500, place, await guestOf(place));
    expect(sent.bytes).toBeLessThanOrEqual(GUESTS_BYTES);
    const member = await listen(place);
    await post(openRoom(place), promptOf(place, "Still here?", { kind: "text" }));
    expect((await member.received(1))[0]).toMatchObject({ textV1: { parts: ["Still here?"] } });
    expect(sent.bytes).toBeLessThanOrEqual(GUESTS_BYTES + 64 * KIB);
  },
);

test(
  "unread replays of members stay within 96 MiB, despite pings and late arrivals; members without a replay resync",
  { timeout: 60_000 },
  async () => {
    const place = await createWorkplace();
    await fillLog(place, 2 * KIB);
    const sent = countSent();
    const crowd = await openMany(60, place);
    for (const socket of crowd) {
      socket.accept();
      socket.send("ping");
    }
    await openMany(20, place);
    expect(sent.bytes).toBeLessThanOrEqual(MEMBERS_BYTES);
    const late = await listen(place, { since: 0 });
    expect(await late.received(1)).toEqual([{ resync: true, seq: 64 }]);
    const near = await listen(place, { since: 63 });
    expect((await near.received(1))[0]).toMatchObject({ seq: 64 });
  },
);

test(
  "live events for members without signs of life stay within 96 MiB, and a member that reads receives all",
  { timeout: 60_000 },
  async () => {
    const place = await createWorkplace();
    const say = broadcaster(place);
    const reader = await listen(place);
    await openMany(60, place, { since: null });
    const sent = countSent();
    for (let n = 0; n < 60; n += 1) {
      reader.socket.send("ping");
      await say(1);
      await reader.received(2 * (n + 1));
    }
    expect(reader.frames.filter(({ seq }) => seq === 1)).toHaveLength(60);
    expect(sent.bytes).toBeLessThanOrEqual(MEMBERS_BYTES + 60 * 33 * KIB);
  },
);

test("a replay within the limit is complete: beside another one, after hibernation, and from the middle", async () => {
  const place = await createWorkplace();
  await fillLog(place, 4 * KIB);
  const [first] = await Promise.all([listen(place, { since: 0 }), listen(place, { since: 0 })]);
  expect((await first!.received(128)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 128 }, (_, n) => n + 1),
  );
  await evictDurableObject(openRoom(place));
  await post(openRoom(place), promptOf(place, "Awake?", { kind: "text" }));
  expect((await first!.received(129))[128]).toMatchObject({ seq: 129 });
  const late = await listen(place, { since: 64 });
  expect((await late.received(65)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 65 }, (_, n) => n + 65),
  );
});
