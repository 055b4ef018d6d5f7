/**
 * Promise: A public link works only while its creator may share the thread; then it ends for good and its
 * guests' sockets close. Attack: A user created a public link and then lost `share` or the account. They kept
 * reading the thread as a guest of that link.
 */
import { afterEach, expect, test, vi } from "vitest";
import { evictDurableObject } from "cloudflare:test";
import type { Action } from "../../src/domain/access.ts";
import { interceptBatches } from "../support/faults/intercept-batches.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { modifyPermissions } from "../support/http/invite.ts";
import { merge } from "../support/http/merge.ts";
import { WAIT } from "../support/setup/wait.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { makeLink, openEvents, type PublicLink, sendMessage, startThread } from "../support/http/threads.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const { DB } = testEnv;

/**
 * A thread of Ada's with Bob's public link. Bob may share it by a grant on `place`, a collection above the
 * thread's home.
 */
async function createScene(actions: Action[] = ["chat", "share"]) {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const place = await createCollection(ada, ada.rootId, "Place");
  const home = await createCollection(ada, place, "Home");
  await share(ada, place, bob, actions);
  const threadId = await startThread(ada, home);
  await sendMessage(ada, threadId, "Said.", { messageKind: "textV1" });
  return { ada, bob, place, home, threadId, link: await makeLink(bob, threadId) };
}

const statusOf = async (threadId: string, { publicToken }: PublicLink): Promise<number> =>
  (await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).status;

const listen = async (threadId: string, { publicToken }: PublicLink) =>
  await openEvents(threadId, { publicAccessToken: publicToken });

async function threadFor({ token }: Person, threadId: string): Promise<any> {
  return (await call("GET", `/v1/threads/${threadId}`, { token })).body.data;
}

async function moveAway(by: Person, home: string): Promise<void> {
  const body = { collectionId: home, parentCollectionId: by.rootId };
  expect((await call("POST", `/v1/collection/${home}/move`, { token: by.token, body })).status).toBe(200);
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/** Ways to take `share` from Bob. */
const LOSSES: Record<string, (scene: Scene) => Promise<unknown>> = {
  "an owner ends their rights": async ({ ada, bob, place }) =>
    await modifyPermissions(ada, place, bob.userId, []),
  "an owner leaves them less": async ({ ada, bob, place }) =>
    await modifyPermissions(ada, place, bob.userId, ["write"]),
  "they give them up themselves": async ({ bob, place }) =>
    await modifyPermissions(bob, place, bob.userId, ["chat"]),
  "the thread's home moves to where they may not share": async ({ ada, home }) => await moveAway(ada, home),
};

test.each(Object.entries(LOSSES))(
  "%s: the link shows nothing, its guests' sockets close, and the thread reports it",
  async (_, lose) => {
    const scene = await createScene();
    const { ada, threadId, link } = scene;
    expect(await statusOf(threadId, link)).toBe(200);
    const guest = await listen(threadId, link);
    const before = await threadFor(ada, threadId);
    expect(before.permanentShareToken).toHaveLength(1);
    await lose(scene);
    expect(await statusOf(threadId, link)).toBe(404);
    expect(await guest.closed).toBe(4403);
    expect(await (await listen(threadId, link)).closed).toBe(4404);
    const after = await threadFor(ada, threadId);
    expect([after.permanentShareToken, after.etag === before.etag]).toEqual([[], false]);
  },
);

test("the link stays ended when its creator may share again", async () => {
  const { ada, bob, place, threadId, link } = await createScene();
  await modifyPermissions(ada, place, bob.userId, []);
  await share(ada, place, bob, ["share"]);
  expect(await statusOf(threadId, link)).toBe(404);
  expect(await statusOf(threadId, await makeLink(bob, threadId))).toBe(200);
});

test("while its creator is suspended or deleted, a link shows nothing and its guests receive nothing", async () => {
  for (const state of ["suspended", "deleted"]) {
    const { ada, bob, threadId, link } = await createScene();
    const guest = await listen(threadId, link);
    await DB.prepare("UPDATE users SET lifecycle_state = ? WHERE id = ?").bind(state, bob.userId).run();
    expect(await statusOf(threadId, link)).toBe(404);
    await evictDurableObject(testEnv.THREAD_ROOM.getByName(threadId));
    await sendMessage(ada, threadId, "Said afterwards.", { messageKind: "textV1" });
    expect(await guest.closed).toBe(4403);
    expect(JSON.stringify(guest.frames)).not.toContain("Said afterwards.");
  }
});

test("each read of a link checks the creator's right in D1, however they lost it", async () => {
  const { ada, bob, threadId, link } = await createScene();
  const other = await startThread(ada, ada.personalId);
  const stays = await makeLink(ada, other);
  const guest = await listen(threadId, link);
  await DB.prepare("DELETE FROM grants WHERE user_id = ? AND action = 'share'").bind(bob.userId).run();
  expect({ ended: await statusOf(threadId, link), kept: await statusOf(other, stays) }).toEqual({
    ended: 404,
    kept: 200,
  });
  await evictDurableObject(testEnv.THREAD_ROOM.getByName(threadId));
  await sendMessage(ada, threadId, "Said afterwards.", { messageKind: "textV1" });
  expect(await guest.closed).toBe(4403);
  expect(guest.frames.filter((frame) => "textV1" in frame)).toEqual([]);
});

test("links of other creators stay, and so do links that their creator may still share", async () => {
  const { ada, bob, place, threadId, link } = await createScene();
  const beside = await createCollection(ada, place, "Beside");
  await share(ada, beside, bob, ["share"]);
  const kept = await startThread(ada, beside);
  const keptLink = await makeLink(bob, kept);
  const adas = await startThread(ada, place);
  const adasLink = await makeLink(ada, adas);
  const guests = [await listen(kept, keptLink), await listen(adas, adasLink)];
  await modifyPermissions(ada, place, bob.userId, []);
  expect({
    ended: await statusOf(threadId, link),
    statusOfKeptKeptLink: await statusOf(kept, keptLink),
    statusOfAdasAdasLink: await statusOf(adas, adasLink),
  }).toEqual({ ended: 404, statusOfKeptKeptLink: 200, statusOfAdasAdasLink: 200 });
  for (const [position, id] of [kept, adas].entries()) {
    await sendMessage(ada, id, "Still here.", { messageKind: "textV1" });
    await guests[position]?.until((frames) =>
      frames.some((frame) => frame.textV1?.parts.includes("Still here.") ?? false),
    );
  }
});

test("a merge of accounts moves the link together with the rights", async () => {
  const { bob, threadId, link } = await createScene();
  const cy = await signUp("cy");
  expect((await merge(cy, bob)).status).toBe(200);
  expect(await statusOf(threadId, link)).toBe(200);
  expect((await threadFor(cy, threadId)).permanentShareToken[0].publicToken).toBe(link.publicToken);
});

test("a link created while its creator loses the right does not outlive that right", async () => {
  const { ada, bob, place, threadId } = await createScene();
  interceptBatches(async (nth, send) => {
    const results = await send();
    if (nth === 1) await modifyPermissions(ada, place, bob.userId, []);
    return results;
  });
  const body = { threadId, messageId: null, shareMethod: "link", shareTo: [] };
  const made = await call("POST", `/v1/threads/${threadId}/share`, { token: bob.token, body });
  expect(made.body.code).toBe("not_found");
  const live = "SELECT count(*) AS n FROM thread_links WHERE thread_id = ? AND revoked_at IS NULL";
  expect(await DB.prepare(live).bind(threadId).first("n")).toBe(0);
});

test("one change ends sixty links with few statements, notifies fifty rooms, and leaves the rest to the cron run", async () => {
  const { ada, bob, place } = await createScene();
  const threads = await Promise.all(Array.from({ length: 59 }, () => startThread(ada, place)));
  await Promise.all(threads.map((threadId) => makeLink(bob, threadId)));
  const sizes: number[] = [];
  interceptBatches(async (_, send, __, texts) => {
    sizes.push(texts.length);
    return await send();
  });
  expect((await modifyPermissions(ada, place, bob.userId, [])).status).toBe(200);
  expect(sizes.slice(0, 2).every((size) => size < 20)).toBe(true);
  const countOf = async (query: string) => await DB.prepare(query).bind(bob.userId).first<number>("n");
  expect(
    await countOf("SELECT count(*) AS n FROM thread_links WHERE shared_by = ? AND revoked_at IS NULL"),
  ).toBe(0);
  const untold =
    "SELECT count(*) AS n FROM thread_links l JOIN outbox o ON o.target_id = l.thread_id || '/' || l.id WHERE l.shared_by = ?";
  await vi.waitUntil(async () => (await countOf(untold)) === 10, WAIT);
});
