import { afterEach, expect, test, vi } from "vitest";
import { MAX_CONNECTIONS_PER_USER } from "../../../src/storage/d1/threads/presence.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { merge } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import { WAIT } from "../../support/setup/wait.ts";
import { openEvents, startThread, type ThreadListener } from "../../support/http/threads.ts";

const { DB } = testEnv;

afterEach(() => {
  vi.restoreAllMocks();
});

const listen = async (person: Person, threadId: string): Promise<ThreadListener> =>
  await openEvents(threadId, {}, { authorization: `Bearer ${person.token}` });

const counted = async ({ userId }: Person) =>
  await countOf("SELECT coalesce(sum(connections), 0) AS n FROM presence WHERE listener = ?", userId);

/** Makes the user's counted connections older. */
async function ages({ userId }: Person): Promise<void> {
  await DB.prepare("UPDATE presence SET since = since - 60000 WHERE listener = ?").bind(userId).run();
}

/** Adds counted connections of a user to the thread. They no longer exist. */
async function haunt(
  { userId }: Person,
  threadId: string,
  connections: number,
  since = Date.now(),
): Promise<void> {
  const row = "INSERT INTO presence (listener, thread_id, since, connections) VALUES (?, ?, ?, ?)";
  await DB.prepare(row).bind(userId, threadId, since, connections).run();
}

/** The status of a stream that is opened and closed immediately. */
async function streamStatus({ token }: Person, threadId: string): Promise<number> {
  const leaving = new AbortController();
  const headers = { accept: "text/event-stream" };
  const { status } = await rawCall("GET", `/v1/threads/${threadId}/events`, {
    token,
    headers,
    signal: leaving.signal,
  });
  leaving.abort();
  return status;
}

/** Number of connections that the test opens itself. It inserts the others as recently opened. */
const OPENED = 256;

test("a user has a limited number of connections over all threads, also for parallel opens, and closing some frees slots", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const threads = await Promise.all(
    Array.from({ length: 4 }, async () => await startThread(ada, ada.personalId)),
  );
  const elsewhere = await startThread(ada, ada.personalId);
  await haunt(ada, elsewhere, MAX_CONNECTIONS_PER_USER - OPENED, Date.now() + 3_600_000);
  const open: ThreadListener[] = [];
  for (const threadId of threads) {
    const many = Array.from({ length: OPENED / 4 + 2 }, async () => await listen(ada, threadId));
    for (const listener of await Promise.all(many)) open.push(listener);
  }
  const closed = (): ThreadListener[] => open.filter(({ socket }) => socket.readyState !== WebSocket.OPEN);
  await vi.waitUntil(() => closed().length >= 8, WAIT);
  const refused = closed();
  expect(await Promise.all(refused.map(async ({ closed }) => await closed))).toEqual(
    Array.from({ length: 8 }, () => 4429),
  );
  expect(await counted(ada)).toBe(MAX_CONNECTIONS_PER_USER);
  await ages(ada);
  expect({
    closed: await (await listen(ada, threads[0]!)).closed,
    streamStatus: await streamStatus(ada, threads[1]!),
  }).toEqual({
    closed: 4429,
    streamStatus: 429,
  });
  expect(await counted(ada)).toBe(MAX_CONNECTIONS_PER_USER);
  for (const { socket } of open.slice(0, 5)) socket.close(1000);
  await vi.waitUntil(
    async () => (await testEnv.THREAD_ROOM.getByName(threads[0]!).countConnections(ada.userId)) < 62,
    WAIT,
  );
  let status = 429;
  for (let nth = 0; nth < 10 && status === 429; nth += 1) status = await streamStatus(ada, threads[2]!);
  expect(status).toBe(200);
  expect(await streamStatus(bob, await startThread(bob, bob.personalId))).toBe(200);
}, 120_000);

test("the service detects connections left over from a crash when they would block a user, and only if they are old", async () => {
  const ada = await signUp();
  const [here, there] = [await startThread(ada, ada.personalId), await startThread(ada, ada.personalId)];
  const listener = await listen(ada, here);
  await haunt(ada, there, MAX_CONNECTIONS_PER_USER - 1);
  expect(await (await listen(ada, here)).closed).toBe(4429);
  await ages(ada);
  const again = await listen(ada, here);
  again.socket.send("ping");
  expect([await counted(ada), again.socket.readyState, listener.socket.readyState]).toEqual([2, 1, 1]);
});

test("a HEAD request counts no connection, and a merged account keeps its connections", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const threadId = await startThread(ada, ada.personalId);
  await rawCall("HEAD", `/v1/threads/${threadId}/events`, {
    token: ada.token,
    headers: { accept: "text/event-stream" },
  });
  expect(await counted(ada)).toBe(0);
  await haunt(ada, threadId, 3);
  await haunt(bob, threadId, 4);
  await merge(ada, bob);
  expect(new Set([await counted(ada), await counted(bob)])).toEqual(new Set([0, 7]));
});
