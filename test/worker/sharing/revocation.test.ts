import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import type { Action } from "../../../src/domain/access.ts";
import { newId } from "../../../src/domain/ids.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import * as presence from "../../../src/storage/d1/threads/presence.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { merge } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import {
  createUser,
  createWorkplace,
  grant,
  listen,
  openRoom,
  post,
  promptOf,
  revokeAll,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { lastFrame } from "../../support/http/room-frames.ts";
import { makeLink, openEvents, startThread, type ThreadListener } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { sql } from "drizzle-orm";

const { DB } = testEnv;
const { selectBarred, selectRooms, recordPresence, enqueueRechecks, removePresence, sweepPresence } =
  presence;

afterEach(() => void vi.useRealTimers().restoreAllMocks());

const watch = async ({ token }: Person, threadId: string): Promise<ThreadListener> =>
  await openEvents(threadId, {}, { authorization: `Bearer ${token}` });

/** Sends a message and awaits its response, which follows all earlier frames. So the socket is still open. */
async function expectOpen({ socket, frames, until }: ThreadListener): Promise<void> {
  const known = frames.length;
  socket.send("{}");
  await until(() => frames.length > known);
  expect(frames.at(-1)).toMatchObject({ error: { code: "invalid_argument" } });
}

const textMessage = async (place: Workplace, content: string) =>
  await post(openRoom(place), promptOf(place, content, { kind: "text" }));

/**
 * Creates Ada's thread in a nested folder, with Ada and Bob listening. Bob has `actions` on the outer folder.
 */
async function liveThread(actions: readonly Action[] = ["chat"]) {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const outer = await createCollection(ada, ada.rootId, "Outer");
  const home = await createCollection(ada, outer, "Home");
  const threadId = await startThread(ada, home);
  if (actions.length > 0) await share(ada, outer, bob, actions);
  return { ada, bob, outer, home, threadId };
}

test("an idle socket closes with 4403 when its user loses access, and others stay", async () => {
  const { ada, bob, outer, threadId } = await liveThread();
  const [hers, his] = [await watch(ada, threadId), await watch(bob, threadId)];
  const answer = await modifyPermissions(ada, outer, bob.userId, []);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(await his.closed).toBe(4403);
  await expectOpen(hers);
});

test("a user who loses chat keeps receiving but cannot post", async () => {
  const { ada, bob, outer, threadId } = await liveThread();
  const his = await watch(bob, threadId);
  await modifyPermissions(ada, outer, bob.userId, ["read"]);
  await testEnv.THREAD_ROOM.getByName(threadId).recheckAccess();
  his.socket.send(JSON.stringify({ textV1: { parts: ["May I?"] } }));
  await his.until((frames) => frames.length === 1);
  expect(his.frames).toMatchObject([{ error: { code: "permission_denied" } }]);
});

test("moving a collection out of a grant's subtree disconnects the listeners of its threads", async () => {
  const { ada, bob, outer, home, threadId } = await liveThread();
  const [hers, his] = [await watch(ada, threadId), await watch(bob, threadId)];
  const elsewhere = await createCollection(ada, ada.rootId, "Elsewhere");
  const body = { collectionId: home, parentCollectionId: elsewhere };
  const moved = await call("moveCollection", { token: ada.token, params: { collectionID: home }, body });
  expect([moved.status, outer === elsewhere]).toEqual([200, false]);
  expect(await his.closed).toBe(4403);
  await expectOpen(hers);
});

test("unlinking a thread from a collection disconnects listeners who read it through that collection", async () => {
  const { ada, bob, threadId } = await liveThread([]);
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, bob, ["read"]);
  await call("linkThreads", {
    token: ada.token,
    params: { collectionID: open },
    body: { collectionId: open, threadIds: [threadId] },
  });
  const [hers, his] = [await watch(ada, threadId), await watch(bob, threadId)];
  const unlinked = await call("unlinkThreads", {
    token: ada.token,
    params: { collectionID: open },
    body: { threadIds: [threadId] },
  });
  expect({ status: unlinked.status, trips: unlinked.trips }).toEqual({ status: 200, trips: 2 });
  expect(await his.closed).toBe(4403);
  await expectOpen(hers);
});

test("a merged account's sockets must reconnect, and its token then acts as the target account; the target's sockets stay", async () => {
  const { ada, bob, outer, threadId } = await liveThread();
  const cy = await signUp("cy");
  await share(ada, outer, cy, ["read"]);
  const [his, other] = [await watch(bob, threadId), await watch(cy, threadId)];
  expect((await merge(cy, bob)).status).toBe(200);
  expect({ closed: await his.closed, frames: his.frames }).toEqual({
    closed: 4412,
    frames: [lastFrame(4412)],
  });
  await expectOpen(other);
  await expectOpen(await watch(bob, threadId));
});

test("the room finds an undelivered revocation before the next broadcast, and users and guests without read receive nothing of it", async () => {
  const { ada, bob, threadId } = await liveThread();
  const { tokenId, publicToken } = await makeLink(ada, threadId);
  const [hers, his, guest] = [
    await watch(ada, threadId),
    await watch(bob, threadId),
    await openEvents(threadId, { publicAccessToken: publicToken }),
  ];
  await revokeAll(bob.userId);
  await DB.prepare("UPDATE thread_links SET revoked_at = 1 WHERE id = ?").bind(tokenId).run();
  hers.socket.send(JSON.stringify({ textV1: { parts: ["Between us."] } }));
  expect(await Promise.all([his.closed, guest.closed])).toEqual([4403, 4403]);
  await hers.until((frames) => frames.length === 1);
  expect([his.frames, guest.frames]).toEqual([[lastFrame(4403)], [lastFrame(4403)]]);
});

const ENDED_STATES = { suspended: 4403, merged: 4412, deleted: 4403 } as const;
test.each(Object.entries(ENDED_STATES))(
  "a %s user receives nothing more, and a frame states the reason before the close with %i",
  async (state, code) => {
    const place = await createWorkplace();
    const colleague = await createUser(place.organizationId, place.tenantId);
    await grant(place.organizationId, colleague, place.home, "read");
    const listener = await listen(place, { userId: colleague });
    await DB.prepare("UPDATE users SET lifecycle_state = ? WHERE id = ?").bind(state, colleague).run();
    await textMessage(place, "Said.");
    expect(await listener.closed).toMatchObject({ code });
    expect(listener.frames).toEqual([lastFrame(code)]);
  },
);

test("the room checks listeners at most once a second, and again if the check is older", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  let checks = 0;
  interceptBatches(async (_nth, send, _db, texts) => {
    if (texts.some((text) => text.includes("lu.value AS id"))) checks += 1;
    return send();
  });
  for (const [wait, expected] of [
    [0, 1],
    [900, 1],
    [200, 2],
    [1_001, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + wait);
    await textMessage(place, "Said.");
    expect(checks).toBe(expected);
  }
  await listener.received(4);
  listener.socket.close(1000);
});

test("the room sends nothing while its listener check fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const place = await createWorkplace();
  const listener = await listen(place);
  let isAway = true;
  interceptBatches(async (_nth, send, _db, texts) => {
    const isCheck = texts.some((text) => text.includes("lu.value AS id"));
    if (isCheck && isAway) throw new Error("D1_ERROR: broken");
    return send();
  });
  expect(await openRoom(place).accept(promptOf(place, "Said.", { kind: "text" }))).toMatchObject({
    ok: false,
    code: "unavailable",
  });
  expect(listener.frames).toEqual([]);
  isAway = false;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  await runDurableObjectAlarm(openRoom(place));
  expect(await listener.received(1)).toMatchObject([{ seq: 1, textV1: { parts: ["Said."] } }]);
});

test("the room closes the socket of a user who was admitted before losing access, without an event", async () => {
  const place = await createWorkplace();
  await textMessage(place, "Said before.");
  const stranger = await createUser(place.organizationId, place.tenantId);
  const openedAt = Date.now() - 1;
  await openRoom(place).recheckAccess();
  const late = await listen(place, { userId: stranger, openedAt, since: 0 });
  expect(await late.closed).toMatchObject({ code: 4403 });
  expect(late.frames).toEqual([lastFrame(4403)]);
  const slow = await listen(place, { userId: stranger, openedAt: Date.now() - 5_000, since: 0 });
  expect(await slow.closed).toMatchObject({ code: 4403 });
});

test("the cron run delivers the remaining rechecks room by room, beyond one delivery's limit", async () => {
  const place = await createWorkplace();
  const colleague = await createUser(place.organizationId, place.tenantId);
  const listener = await listen(place, { userId: colleague });
  const insert = DB.prepare("INSERT INTO presence (listener, thread_id, since) VALUES (?, ?, ?)");
  const others = Array.from({ length: 50 }, () =>
    insert.bind(colleague, newId("thread").replace(/_./, "_0"), Date.now()),
  );
  await DB.batch([...others, insert.bind(colleague, place.threadId, Date.now())]);
  const db = createDatabase(DB);
  const { ordered } = await db.read({ ordered: enqueueRechecks(db, [`user/${colleague}`], new Date(1)) });
  expect(ordered).toHaveLength(1);
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  expect(await listener.closed).toMatchObject({ code: 4403 });
  const left = DB.prepare("SELECT count(*) AS n FROM outbox WHERE target_id LIKE ?").bind(
    `user/${colleague}%`,
  );
  expect(await left.first("n")).toBe(0);
});

test("losing access enqueues nothing for a user without connections", async () => {
  const db = createDatabase(DB);
  const targets = [`user/${newId("user")}`, `thread/${newId("thread")}`] as const;
  expect((await db.read({ ordered: enqueueRechecks(db, targets, new Date()) })).ordered).toEqual([]);
});

test("every statement about connections finds its rows through an index", async () => {
  const db = createDatabase(DB);
  const [threadId, userId] = [newId("thread"), newId("user")];
  const statements = [
    recordPresence(db, sql`${userId}`, threadId, new Date()),
    selectBarred(
      db,
      threadId,
      {
        userIds: [userId],
        tokenIds: [newId("token")],
        keyIds: [newId("key")],
        sessionIds: [newId("session")],
      },
      new Date(),
    ),
    removePresence(db, threadId, [{ userId, upTo: 1 }]),
    sweepPresence(db, threadId, [userId], 1),
    enqueueRechecks(db, [`user/${userId}`], new Date()),
    ...([`user/${userId}`, `thread/${threadId}`, `collection/${newId("col")}`] as const).map((reduced) =>
      selectRooms(db, reduced, "", 50),
    ),
  ];
  const plans = await Promise.all(statements.map(async (statement) => await queryPlanOf(statement)));
  const scans = plans
    .flat()
    .filter((step) => step.startsWith("SCAN") && !/^SCAN (\w+ VIRTUAL TABLE|held|\(subquery)/.test(step));
  expect(scans).toEqual([]);
});
