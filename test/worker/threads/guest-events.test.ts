import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import { THREAD_EVENTS } from "../../../src/domain/events.ts";
import { newId } from "../../../src/domain/ids.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { guestFrame } from "../../../src/thread-room/protocol/guest-frame.ts";
import { MAX_GUESTS } from "../../../src/thread-room/connections/room-sockets.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import {
  createWorkplace,
  insertRow,
  listen,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { lastFrame } from "../../support/http/room-frames.ts";
import {
  endLink,
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";
const QUESTION = "Who designed the Analytical Engine?";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function createLiveThread(): Promise<{ ada: Person; threadId: string; home: string }> {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  await addReadyAsset(ada, home, ENGINE);
  return { ada, home, threadId: await startThread(ada, home) };
}

/**
 * Creates a live public link to the whole thread.
 * @returns its id
 */
async function createLink({ owner, threadId }: Workplace): Promise<string> {
  const id = newId("token");
  const link = { share_method: "link", shared_by: owner, shared_at: 1, random_bits: "r", token_hash: id };
  await insertRow("thread_links", { id, thread_id: threadId, ...link });
  return id;
}

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const isOver = (frames: ThreadListener["frames"] | readonly any[]): boolean =>
  frames.some((frame) => frame.textV1?.isDone === true);

test("a guest receives only text and renames under the thread's numbers, without its scope, also as a new client", async () => {
  const { ada, threadId } = await createLiveThread();
  const { publicToken } = await makeLink(ada, threadId);
  const [member, guest] = await Promise.all([
    openEvents(threadId, {}, bearer(ada)),
    openEvents(threadId, { publicAccessToken: publicToken }),
  ]);
  await sendMessage(ada, threadId, QUESTION, { recipients: ["recipient@example.com"] });
  await Promise.all([member.until(isOver), guest.until(isOver)]);
  expect(member.frames.map((frame) => Object.keys(frame)[0])).toEqual([
    "promptV2",
    ...guest.frames.map(() => "textV1"),
  ]);
  expect(guest.frames.map((frame) => frame.seq)).toEqual(member.frames.slice(1).map((frame) => frame.seq));
  const last = member.frames.at(-1)?.textV1;
  const { scoped } = last!.provenance;
  expect(
    [scoped["citations"], scoped["collectionAssets"], scoped["collectionReferenceIDs"]].every(
      (list) => list!.length > 0,
    ),
  ).toBe(true);
  const hidden = { collectionAssets: [], collectionReferenceIDs: [], explicitAssets: [] };
  expect(guest.frames.at(-1)?.textV1).toEqual({
    ...last,
    provenance: { ...last!.provenance, scoped: { ...scoped, ...hidden } },
  });
  for (const { textV1 } of guest.frames) expect(THREAD_EVENTS.textV1.parse(textV1)).toEqual(textV1);
  expect(JSON.stringify(guest.frames)).not.toContain("@example.com");
  const late = await openEvents(threadId, { publicAccessToken: publicToken, since: "0" });
  await late.until(isOver);
  expect(late.frames).toEqual(guest.frames);
});

test("a guest receives a rename with its own fields, a resync unchanged, and no other event", async () => {
  const reversed = {
    authorOf: (userId: readonly number[]): number[] => [...userId].reverse(),
    isHidden: () => false,
  };
  const createdAt = "2026-11-22T10:00:00.000Z";
  const rename = { createdBy: [1, 2], kind: "renameThreadV1", label: "Engines", messageId: [2] };
  expect(
    guestFrame(
      JSON.stringify({ renameThreadV1: { ...rename, email: "ada@example.com" }, createdAt, seq: 7 }),
      reversed,
    ),
  ).toBe(JSON.stringify({ renameThreadV1: { ...rename, createdBy: [2, 1] }, createdAt, seq: 7 }));
  expect(guestFrame('{"resync":true,"seq":9}', reversed)).toBe('{"resync":true,"seq":9}');
  const others = Object.keys(THREAD_EVENTS).filter((kind) => kind !== "textV1" && kind !== "renameThreadV1");
  for (const kind of [...others, "presence"])
    expect(guestFrame(JSON.stringify({ [kind]: { prompt: "x" }, seq: 1 }), reversed)).toBeNull();
});

test("a guest's frame gets an error frame, and the socket stays open", async () => {
  const { ada, threadId } = await createLiveThread();
  const { publicToken } = await makeLink(ada, threadId);
  const guest = await openEvents(threadId, { publicAccessToken: publicToken });
  for (const frame of [
    { textV1: { parts: ["Hello."] } },
    { promptV2: { prompt: QUESTION } },
    { renameThreadV1: { label: "Mine" } },
    {},
  ]) {
    const known = guest.frames.length;
    guest.socket.send(JSON.stringify(frame));
    await guest.until((frames) => frames.length > known);
    expect(guest.frames.at(-1)).toMatchObject({ error: { code: "permission_denied" } });
  }
  await sendMessage(ada, threadId, "Welcome.", { messageKind: "textV1" });
  await guest.until(isOver);
  expect(guest.frames.at(-1)?.textV1?.parts).toEqual(["Welcome."]);
});

test("the room closes a guest who keeps sending with 4429, and the others stay", async () => {
  const { ada, threadId } = await createLiveThread();
  const { publicToken } = await makeLink(ada, threadId);
  const [guest, other] = [
    await openEvents(threadId, { publicAccessToken: publicToken }),
    await openEvents(threadId, { publicAccessToken: publicToken }),
  ];
  for (let sent = 0; sent < 300; sent += 1) guest.socket.send("x");
  expect(await guest.closed).toBe(4429);
  expect(guest.frames).toHaveLength(200);
  await sendMessage(ada, threadId, "Quiet now.", { messageKind: "textV1" });
  await other.until(isOver);
  expect(other.frames.at(-1)?.textV1?.parts).toEqual(["Quiet now."]);
});

test("a guest gets an error and keeps the socket even if the rate limiter is unavailable", async () => {
  const place = await createWorkplace();
  const guest = await listen(place, {
    kind: "guest",
    tokenId: await createLink(place),
    issuerTokenExpiresAt: null,
    rateKey: "ip:::1",
  });
  const prototype = Object.getPrototypeOf(testEnv.MESSAGE_LIMIT) as RateLimit;
  vi.spyOn(prototype, "limit").mockRejectedValue(new Error("The limiter is away."));
  guest.socket.send("x");
  expect(await guest.received(1)).toMatchObject([{ error: { code: "permission_denied" } }]);
  await post(openRoom(place), promptOf(place, "Still here?", { kind: "text" }));
  expect(await guest.received(2)).toMatchObject([{}, { textV1: { parts: ["Still here?"] } }]);
  const member = await listen(place, { rateKey: "user:x y" });
  member.socket.send(JSON.stringify({ textV1: { parts: ["And I."] } }));
  expect(await member.received(1)).toMatchObject([{ textV1: { parts: ["And I."] } }]);
});

test("an invalid link token closes with 4404, a link to a single message with 4403, and an invalid bearer with 4401", async () => {
  const { ada, threadId } = await createLiveThread();
  const eve = await signUp("eve");
  const { messages } = await sendMessage(ada, threadId, "Said.", { messageKind: "textV1" });
  const named = await makeLink(ada, threadId, { messageId: messages[0].id });
  const code = async (publicAccessToken: string, headers = {}) =>
    (await openEvents(threadId, { publicAccessToken }, headers)).closed;
  expect(await code(named.publicToken)).toBe(4403);
  expect(await code(named.publicToken, bearer(eve))).toBe(4403);
  expect(await code("wrong")).toBe(4404);
  expect(await code("wrong", bearer(eve))).toBe(4404);
  expect(await code("")).toBe(4401);
  expect(await code(named.publicToken, { authorization: "Bearer a.b.c" })).toBe(4401);
  const next = await makeLink(ada, threadId);
  expect(await code(named.publicToken)).toBe(4404);
  await testEnv.DB.prepare("UPDATE threads SET lifecycle_state = 'deleted' WHERE id = ?")
    .bind(threadId)
    .run();
  expect(await code(next.publicToken)).toBe(4404);
});

test("the room closes guests of a revoked or replaced link with 4403, also after an eviction, while members and new guests stay", async () => {
  const { ada, threadId } = await createLiveThread();
  const eve = await signUp("eve");
  const first = await makeLink(ada, threadId);
  const member = await openEvents(threadId, { publicAccessToken: first.publicToken }, bearer(ada));
  const guest = await openEvents(threadId, { publicAccessToken: first.publicToken });
  const stranger = await openEvents(threadId, { publicAccessToken: first.publicToken }, bearer(eve));
  await evictDurableObject(testEnv.THREAD_ROOM.getByName(threadId));
  const second = await makeLink(ada, threadId);
  expect(await Promise.all([guest.closed, stranger.closed])).toEqual([4403, 4403]);
  const next = await openEvents(threadId, { publicAccessToken: second.publicToken });
  await sendMessage(ada, threadId, "Still here?", { messageKind: "textV1" });
  await Promise.all([member.until(isOver), next.until(isOver)]);
  await endLink(ada, threadId, second.tokenId);
  expect(await next.closed).toBe(4403);
  expect([guest.frames, stranger.frames]).toEqual([[lastFrame(4403)], [lastFrame(4403)]]);
});

test("a guest who was admitted before the link's end and arrives after it receives nothing", async () => {
  const place = await createWorkplace();
  await post(openRoom(place), promptOf(place, "Said before.", { kind: "text" }));
  const tokenId = newId("token");
  await openRoom(place).closeGuests(tokenId);
  await evictDurableObject(openRoom(place));
  const late = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: null, since: 0 });
  expect(await late.closed).toMatchObject({ code: 4403 });
  expect(late.frames).toEqual([lastFrame(4403)]);
});

test("the cron run notifies a room that missed the revocation of a link", async () => {
  const place = await createWorkplace();
  const tokenId = newId("token");
  const guest = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: null });
  const id = newId("event");
  await insertRow("outbox", { id, kind: "link_ended", target_id: `${place.threadId}/${tokenId}`, due_at: 1 });
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  expect(await guest.closed).toMatchObject({ code: 4403 });
  expect(await testEnv.DB.prepare("SELECT count(*) AS n FROM outbox WHERE id = ?").bind(id).first("n")).toBe(
    0,
  );
});

test("the socket of a signed-in guest closes when their own token expires, and an anonymous guest has no token", async () => {
  const place = await createWorkplace();
  const tokenId = await createLink(place);
  const signedIn = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: Date.now() + 60_000 });
  const nameless = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: null });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await runDurableObjectAlarm(openRoom(place));
  expect(await signedIn.closed).toMatchObject({ code: 4401 });
  await post(openRoom(place), promptOf(place, "Still here?", { kind: "text" }));
  expect(await nameless.received(1)).toMatchObject([{ textV1: { parts: ["Still here?"] } }]);
});

test("guests cannot use up the members' connections", { timeout: 30_000 }, async () => {
  const place = await createWorkplace();
  const guest = { kind: "guest", tokenId: await createLink(place), issuerTokenExpiresAt: null };
  await Promise.all(Array.from({ length: MAX_GUESTS }, () => listen(place, guest)));
  expect(await (await listen(place, guest)).closed).toMatchObject({ code: 4429 });
  const member = await listen(place);
  member.socket.send("ping");
  expect(await member.received(1)).toEqual([{}]);
});
