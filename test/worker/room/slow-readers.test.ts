import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { RoomSockets } from "../../../src/thread-room/connections/room-sockets.ts";
import { POOL_BOUNDS } from "../../../src/thread-room/connections/unread-pool.ts";
import {
  createWorkplace,
  insertRow,
  type Listener,
  listen,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";

const FRAME = JSON.stringify({ textV1: { parts: ["x".repeat(1_000)] }, seq: 1 });
const narrowReader = { unseenBytes: 5 * FRAME.length, renewals: 2 };
const bounds = { member: narrowReader, guest: narrowReader, pools: POOL_BOUNDS };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Replaces the room's sockets with sockets that have small limits. */
function narrowRoom(place: Workplace, narrow = bounds) {
  let sockets: RoomSockets | null = null;
  const within = async <T>(use: (room: RoomSockets, state: DurableObjectState) => T): Promise<T> =>
    await runInDurableObject(openRoom(place), (_, state) =>
      use(
        (sockets ??= new RoomSockets(
          state,
          { authorOf: (userId) => [...userId], isHidden: () => false },
          narrow,
        )),
        state,
      ),
    );
  const say = async (frames: number): Promise<void> =>
    await within((room) => {
      for (let n = 0; n < frames; n += 1) room.broadcast([FRAME], Date.now());
    });
  return { within, say };
}

/**
 * Sends a ping and awaits its pong, which follows all queued frames. The next frame has a timestamp at least
 * 1 ms later.
 */
async function ping({ socket, received, frames }: Listener): Promise<void> {
  const expected = frames.length + 1;
  socket.send("ping");
  await received(expected);
  const at = Date.now();
  await vi.waitUntil(() => Date.now() > at, { interval: 1 });
}

const texts = ({ frames }: Listener): number => frames.filter((frame) => frame.textV1 !== undefined).length;

test("a socket that acknowledges nothing is closed with 4408 at the limit, after its queued frames, and the others continue", async () => {
  const place = await createWorkplace();
  const [silent, alive] = await Promise.all([listen(place), listen(place)]);
  const { say } = narrowRoom(place);
  await say(5);
  await alive.received(5);
  await ping(alive);
  await say(3);
  expect(await silent.closed).toMatchObject({ code: 4408 });
  expect(texts(silent)).toBe(5);
  await alive.received(5 + 1 + 3);
  expect(texts(alive)).toBe(8);
});

test("a client that pings without reading is closed with 4408", async () => {
  const place = await createWorkplace();
  const { say } = narrowRoom(place);
  const listener = await listen(place);
  for (let round = 0; round < 4; round += 1) {
    await say(5);
    if (round < 3) await ping(listener);
  }
  expect(await listener.closed).toMatchObject({ code: 4408 });
  expect(texts(listener)).toBe(15);
});

test("slow members who still ping share one limit of queued data; above it the room closes the socket with the most queued data with 4408", async () => {
  const place = await createWorkplace();
  const member = { unseenBytes: 100 * FRAME.length, renewals: 2 };
  const members = { unseen: 20 * FRAME.length, trusted: 24 * FRAME.length };
  const { say } = narrowRoom(place, { ...bounds, member, pools: { ...POOL_BOUNDS, members } });
  const listeners = await Promise.all([listen(place), listen(place)]);
  for (let round = 1; round <= 3; round += 1) {
    await say(5);
    await Promise.all(listeners.map(async ({ received }) => await received(6 * round - 1)));
    await Promise.all(listeners.map(ping));
  }
  await say(5);
  expect(await Promise.race(listeners.map(({ closed }) => closed))).toMatchObject({ code: 4408 });
  await vi.waitFor(() =>
    expect(listeners.map(texts).toSorted((one, other) => one - other)).toEqual([15, 20]),
  );
});

test("a frame from the client acknowledges like a ping", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  const { say, within } = narrowRoom(place);
  await say(5);
  await within((room, state) => {
    const [socket] = state.getWebSockets();
    if (socket !== undefined) room.onMessage(socket, Date.now());
  });
  await say(5);
  expect(await listener.received(10)).toHaveLength(10);
});

test("frames to a single socket count toward the limit too", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  const { within } = narrowRoom(place);
  await within((room, state) => {
    for (const socket of state.getWebSockets())
      for (let n = 0; n < 6; n += 1) room.send(socket, FRAME, Date.now());
  });
  expect(await listener.closed).toMatchObject({ code: 4408 });
  expect(texts(listener)).toBe(5);
});

test("the limit of guests counts only frames for guests", async () => {
  const place = await createWorkplace();
  const tokenId = newId("token");
  const link = {
    share_method: "link",
    shared_by: place.owner,
    shared_at: 1,
    random_bits: "r",
    token_hash: tokenId,
  };
  await insertRow("thread_links", { id: tokenId, thread_id: place.threadId, ...link });
  const guest = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: null });
  const { within } = narrowRoom(place);
  const rename = JSON.stringify({
    renameThreadV1: { createdBy: [], kind: "renameThreadV1", label: "x", messageId: [] },
    seq: 1,
  });
  const prompt = JSON.stringify({ promptV2: { prompt: "x".repeat(10_000) }, seq: 1 });
  await within((room) => {
    for (let n = 0; n < 3; n += 1) room.broadcast([prompt, rename], Date.now());
  });
  expect(await guest.received(3)).toHaveLength(3);
});

test("a socket that was closed for slow reading receives nothing, and the room ignores its frames", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  const { say, within } = narrowRoom(place);
  await say(6);
  await within((room, state) => {
    const [socket] = state.getWebSockets();
    expect(socket === undefined ? null : room.onMessage(socket, Date.now())).toBeNull();
  });
  expect(await listener.closed).toMatchObject({ code: 4408 });
  expect(texts(listener)).toBe(5);
});

test("after a sleep the room counts anew, because no frame was queued meanwhile", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  await narrowRoom(place).say(5);
  await evictDurableObject(openRoom(place));
  await narrowRoom(place).say(5);
  expect(await listener.received(10)).toHaveLength(10);
});

test("a room with idle sockets can sleep, and a frame wakes it but a ping does not", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const listeners = await Promise.all([listen(place), listen(place), listen(place)]);
  await post(room, promptOf(place, "Hello.", { kind: "text" }));
  await Promise.all(listeners.map(async ({ received }) => await received(1)));
  // The constructor sets the runtime's automatic ping response.
  const prototype = await runInDurableObject(
    room,
    (_, state) => Object.getPrototypeOf(state) as DurableObjectState,
  );
  const constructed = vi.spyOn(prototype, "setWebSocketAutoResponse");
  await evictDurableObject(room);
  await Promise.all(listeners.map(ping));
  expect(constructed).toHaveBeenCalledTimes(0);
  listeners[0]?.socket.send(JSON.stringify({ textV1: { parts: ["Awake?"] } }));
  await Promise.all(listeners.map(async ({ received }) => await received(3)));
  expect(constructed).toHaveBeenCalledTimes(1);
});
