import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { EventReader } from "../../support/http/event-reader.ts";
import { rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import {
  createPresenceFixture,
  sendFrame,
  presenceFrames,
  sendTyping,
} from "../../support/fixtures/presence-fixture.ts";
import { createUser, grant, history, listen, openRoom, revokeAll } from "../../support/rows/workplace.ts";
import { makeLink, openEvents, startThread } from "../../support/http/threads.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** The room's delay before it sends presence, in milliseconds. */
const SETTLE_MS = 1_000;

const person = (userId: Id, displayName: string) => ({ userId: idToBytes(userId), displayName });

// The tests run in parallel, because each waits for seconds.
test.concurrent("subscribers receive presence, joins and leaves; other sockets and the log receive none", async () => {
  const { place, ada, bob, bobId } = await createPresenceFixture();
  const quiet = await listen(place);
  const hers = await listen(place, ada);
  await hers.received(1);
  const his = await listen(place, bob);
  await Promise.all([hers.received(2), his.received(1)]);
  his.socket.close(1000);
  await hers.received(3);
  const [one, both] = [
    { typing: [], people: 1, guests: 0 },
    { typing: [], people: 2, guests: 0 },
  ];
  expect(presenceFrames(hers)).toEqual([
    { here: [expect.objectContaining({ userId: idToBytes(place.owner) })], ...one },
    { joined: [person(bobId, "Bob")], left: [], ...both },
    { joined: [], left: [idToBytes(bobId)], ...one },
  ]);
  const everybody = [expect.objectContaining({ userId: idToBytes(place.owner) }), person(bobId, "Bob")];
  expect(presenceFrames(his)).toEqual([{ here: expect.arrayContaining(everybody), ...both }]);
  expect([quiet.frames, await history(place)]).toEqual([[], []]);
});

test.concurrent("a user who returns within a second has not left", async () => {
  const { place, ada, bob } = await createPresenceFixture();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await hers.received(1);
  his.socket.close(1000);
  const again = await listen(place, bob);
  await again.received(1);
  expect(presenceFrames(hers)).toHaveLength(1);
});

test.concurrent("the room sends typing once while it lasts, and typing ends with a frame or a message", async () => {
  const { place, ada, bob, bobId } = await createPresenceFixture();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await hers.received(1);
  const typing = (count: number) => hers.received(count).then((frames) => frames.at(-1)?.presence?.typing);
  for (let n = 0; n < 3; n += 1) sendTyping(his);
  expect(await typing(2)).toEqual([idToBytes(bobId)]);
  sendTyping(his, false);
  expect(await typing(3)).toEqual([]);
  sendTyping(his);
  expect(await typing(4)).toEqual([idToBytes(bobId)]);
  sendFrame(his, { textV1: { messageId: newId("msg"), parts: ["So."] } });
  await hers.received(6);
  expect(presenceFrames(hers).at(-1)?.typing).toEqual([]);
  expect(hers.frames.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq)).toEqual([1]);
});

test.concurrent("an invalid typing frame, a typing frame of a reader or guest, and one frame too many each get an error frame", async ({
  expect,
}) => {
  const { place, ada, bobId } = await createPresenceFixture();
  const hers = await listen(place, ada);
  await hers.received(1);
  const bad = [{ presence: {} }, { presence: { typing: "yes" } }, { presence: null }, { presence: [] }];
  for (const frame of bad) sendFrame(hers, frame);
  await hers.received(1 + bad.length);
  expect(hers.frames.slice(1).map(({ error }) => error?.code)).toEqual(bad.map(() => "invalid_argument"));
  for (let n = 0; n < 11; n += 1) sendTyping(hers, n % 2 === 0);
  await expect
    .poll(() => hers.frames.at(-1)?.error?.code ?? hers.frames.at(-2)?.error?.code)
    .toBe("resource_exhausted");
  await revokeAll(bobId);
  await grant(place.organizationId, bobId, place.home, "read");
  const reader = await listen(place, { userId: bobId, canWrite: false });
  sendTyping(reader);
  expect(await reader.received(1)).toMatchObject([{ error: { code: "permission_denied" } }]);
});

test.concurrent("after the room has slept, subscribers receive the full presence again, without people who have left", async () => {
  const { place, ada, bob } = await createPresenceFixture();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await hers.received(1);
  await evictDurableObject(openRoom(place));
  his.socket.close(1000);
  await hers.received(2);
  expect(presenceFrames(hers)[1]).toMatchObject({ here: [{ userId: idToBytes(place.owner) }], people: 1 });
});

test.concurrent("a user who loses the read right receives nothing more and counts as left", async () => {
  const { place, ada, bob, bobId } = await createPresenceFixture();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await Promise.all([hers.received(1), his.received(1)]);
  await revokeAll(bobId);
  await openRoom(place).recheckAccess();
  await hers.received(2);
  expect(presenceFrames(hers).at(-1)?.left).toEqual([idToBytes(bobId)]);
  expect(presenceFrames(his)).toHaveLength(1);
});

test.concurrent("many simultaneous joins arrive in few frames that contain a hundred people at most", async ({
  expect,
}) => {
  const { place, ada } = await createPresenceFixture();
  const hers = await listen(place, ada);
  await hers.received(1);
  const crowd = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const userId = await createUser(place.organizationId, place.tenantId);
      await grant(place.organizationId, userId, place.home, "read");
      return await listen(place, { userId, displayName: `Reader ${n}`, presence: true });
    }),
  );
  await expect.poll(() => presenceFrames(hers).at(-1)?.people).toBe(121);
  await Promise.all(crowd.map(async ({ received }) => await received(1)));
  const all = [hers, ...crowd].flatMap(presenceFrames);
  expect(
    Math.max(...all.map(({ here = [], joined = [] }) => here.length + joined.length)),
  ).toBeLessThanOrEqual(100);
  // The room sends one frame for each second with joins, not one for each person.
  expect(presenceFrames(hers).length).toBeLessThan(20);
});

test.concurrent("subscribers see guests under pseudonyms without names and with a count, and text ids and streams carry presence too", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken } = await makeLink(ada, threadId);
  const bearer = { authorization: `Bearer ${ada.token}` };
  const guest = await openEvents(threadId, {
    publicAccessToken: publicToken,
    presence: "true",
    identifiers: "text",
  });
  const hers = await openEvents(threadId, { presence: "true", identifiers: "text" }, bearer);
  const leaving = new AbortController();
  const headers = { ...bearer, accept: "text/event-stream" };
  const { body } = await rawCall("GET", `/v1/threads/${threadId}/events?presence=true`, {
    headers,
    signal: leaving.signal,
  });
  const stream = new EventReader(body!, () => leaving.abort());
  await Promise.all([guest.until((frames) => frames.length > 0), hers.until((frames) => frames.length > 0)]);
  await stream.until(({ frames }) => frames.length > 0);
  expect(presenceFrames(hers)).toEqual([
    {
      here: [{ userId: ada.userId, displayName: expect.stringContaining("ada") }],
      typing: [],
      people: 1,
      guests: 1,
    },
  ]);
  const [seen] = presenceFrames(guest);
  expect(seen).toMatchObject({
    here: [{ userId: expect.stringMatching(/^user_/), displayName: "" }],
    people: 1,
    guests: 1,
  });
  expect(JSON.stringify(guest.frames)).not.toContain(ada.userId);
  const inBytes = { userId: idToBytes(ada.userId as Id), displayName: expect.stringContaining("ada") };
  expect(stream.events[0]).toEqual({
    id: "0",
    frame: { presence: { here: [inBytes], typing: [], people: 1, guests: 1 } },
  });
  guest.socket.send(JSON.stringify({ presence: { typing: true } }));
  await guest.until((frames) => frames.some(({ error }) => error?.code === "permission_denied"));
  stream.leave();
  for (const { socket } of [guest, hers]) socket.close();
});

// The next two tests change state that the file's tests share, so they run alone.
test("without subscribers, joining, typing and leaving let the room sleep", async () => {
  const { place, ada, bobId } = await createPresenceFixture();
  const started = vi.spyOn(globalThis, "setTimeout");
  const quiet = await listen(place);
  const his = await listen(place, { userId: bobId });
  sendTyping(his);
  his.socket.send("ping");
  his.socket.close(1000);
  await vi.waitUntil(async () => (await openRoom(place).countConnections(bobId)) === 0, WAIT);
  expect(started.mock.calls.filter(([, ms]) => ms === SETTLE_MS)).toEqual([]);
  const hers = await listen(place, ada);
  await hers.received(1);
  expect(started.mock.calls.filter(([, ms]) => ms === SETTLE_MS)).not.toEqual([]);
  started.mockRestore();
  expect(quiet.frames).toEqual([]);
});

test("a user whose connection broke silently leaves after a while, and others receive the leave without further activity", async () => {
  const { place, ada, bob, bobId } = await createPresenceFixture();
  const hers = await listen(place, ada);
  const his = await listen(place, { ...bob, openedAt: Date.now() - 60_000 });
  await his.received(1);
  expect(presenceFrames(his)[0]?.people).toBe(2);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + 61_000 });
  await runInDurableObject(openRoom(place), (_, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(openRoom(place));
  await expect.poll(() => presenceFrames(hers).at(-1)?.left).toEqual([idToBytes(bobId)]);
});
