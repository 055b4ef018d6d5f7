import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { Action } from "../../../src/domain/access.ts";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import * as presence from "../../../src/storage/d1/threads/presence.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createWorkplace, openRoom } from "../../support/rows/workplace.ts";
import { openEvents, startThread, type ThreadListener } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { WAIT } from "../../support/setup/wait.ts";

const { DB } = testEnv;
const { removePresence, sweepPresence } = presence;

afterEach(() => void vi.useRealTimers().restoreAllMocks());

const watch = async ({ token }: Person, threadId: string): Promise<ThreadListener> =>
  await openEvents(threadId, {}, { authorization: `Bearer ${token}` });

async function presenceOf(listener: string): Promise<unknown[]> {
  return (await DB.prepare("SELECT thread_id, since FROM presence WHERE listener = ?").bind(listener).all())
    .results;
}

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

test("opening a socket records presence within its D1 round trip, the next socket renews it, and the last close ends it", async () => {
  const { ada, bob, threadId } = await liveThread([]);
  const refused = await watch(bob, threadId);
  expect({ closed: await refused.closed, presence: await presenceOf(bob.userId) }).toEqual({
    closed: 4404,
    presence: [],
  });
  let trips = 0;
  interceptBatches(
    async (_, send) => {
      trips += 1;
      return send();
    },
    [ada.userId, threadId],
  );
  const first = await watch(ada, threadId);
  expect(trips).toBe(1);
  const second = await watch(ada, threadId);
  expect(await presenceOf(ada.userId)).toMatchObject([{ thread_id: threadId }]);
  const room = testEnv.THREAD_ROOM.getByName(threadId);
  const leave = async ({ socket, closed }: ThreadListener): Promise<void> => {
    socket.close(1000);
    await closed;
    await runInDurableObject(room, async (instance, state) => {
      const gone = state.getWebSockets().find((known) => known.readyState !== WebSocket.OPEN);
      if (gone !== undefined) await instance.webSocketClose(gone, 1000);
    });
  };
  await leave(first);
  expect(await presenceOf(ada.userId)).toHaveLength(1);
  await leave(second);
  await vi.waitFor(async () => expect(await presenceOf(ada.userId)).toEqual([]), WAIT);
});

test("a row that a new socket renewed outlives the old socket, and stale rows are deleted", async () => {
  const [threadId, [one, two, three]] = [newId("thread"), [newId("user"), newId("user"), newId("user")]];
  const insert = DB.prepare("INSERT INTO presence (listener, thread_id, since) VALUES (?, ?, ?)");
  await DB.batch([
    insert.bind(one, threadId, 5),
    insert.bind(two, threadId, 50),
    insert.bind(three, threadId, 500),
  ]);
  const db = createDatabase(DB);
  await db.write([
    removePresence(db, threadId, [
      { userId: one, upTo: 5 },
      { userId: two, upTo: 49 },
    ]),
  ]);
  expect([await presenceOf(one), await presenceOf(two)]).toMatchObject([[], [{ since: 50 }]]);
  await db.write([sweepPresence(db, threadId, [three], 1_000)]);
  expect([await presenceOf(two), await presenceOf(three)]).toMatchObject([[], [{ since: 500 }]]);
});

test("a recheck deletes presence rows that are a day old", async () => {
  const place = await createWorkplace();
  const long = newId("user");
  const insert = DB.prepare("INSERT INTO presence (listener, thread_id, since) VALUES (?, ?, ?)");
  await DB.batch([
    insert.bind(long, place.threadId, Date.now() - 90_000_000),
    insert.bind(place.owner, place.threadId, Date.now()),
  ]);
  await openRoom(place).recheckAccess();
  expect({ presence: await presenceOf(long), length: (await presenceOf(place.owner)).length }).toEqual({
    presence: [],
    length: 1,
  });
});
