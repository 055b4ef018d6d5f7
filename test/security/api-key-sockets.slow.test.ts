/**
 * Promise: A socket of an API key has the key's rights and closes when the key ends. Attack: The room knew
 * the user alone, so a socket kept the user's rights and outlived its key.
 */
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { addReadyAsset } from "../support/http/assets.ts";
import { createKey, type CreatedKey } from "../support/http/create-key.ts";
import { testEnv } from "../support/setup/env.ts";
import { call, rawCall } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { lastFrame } from "../support/http/room-frames.ts";
import { openEvents, sendMessage, startThread, type ThreadListener } from "../support/http/threads.ts";
import { createCollection } from "../support/http/create-collection.ts";

const { DB, THREAD_ROOM } = testEnv;
const OPEN = "The lantern of the lighthouse burns with rapeseed oil.\n";
const SECRET = "The lantern of the bunker burns with code 1837.\n";
const QUESTION = "What does the lantern burn with?";

let ada: Person;
let folder: string;
let vault: string;
let secretId: string;
/** The thread lives in the folder, and its answers may also use the vault. */
let threadId: string;
/** A key for the folder. */
let narrow: CreatedKey;

beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  ada = await signUp();
  [folder, vault] = [
    await createCollection(ada, ada.rootId, "Folder"),
    await createCollection(ada, ada.rootId, "Vault"),
  ];
  await addReadyAsset(ada, folder, OPEN);
  secretId = await addReadyAsset(ada, vault, SECRET);
  threadId = await startThread(ada, folder, { collectionIds: [vault] });
  narrow = await createKey(ada, { collectionIds: [folder] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const listenBy = async (token: string, thread = threadId): Promise<ThreadListener> =>
  await openEvents(thread, { identifiers: "text" }, { authorization: `Bearer ${token}` });

async function revoke(): Promise<void> {
  expect((await call("DELETE", `/v1/api-keys/${narrow.apiKeyId}`, { token: ada.token })).status).toBe(200);
}

/** Sends a frame and waits for its rejection or the end of its answer. */
async function sendFrame(listener: ThreadListener, frame: object): Promise<string> {
  const before = listener.frames.length;
  listener.socket.send(JSON.stringify(frame));
  const isEnd = (each: ThreadListener["frames"][number]): boolean =>
    each.error !== undefined || each.textV1?.isDone === true;
  await listener.until((frames) => frames.slice(before).some(isEnd));
  return JSON.stringify(listener.frames.slice(before));
}

test("over a socket a key's answer uses only its readable part, and the key cannot name other documents in any frame", async () => {
  const listener = await listenBy(narrow.key);
  const ask = async (fields: object) =>
    await sendFrame(listener, { promptV2: { messageId: newId("msg"), prompt: QUESTION, ...fields } });
  expect(await ask({})).toContain("rapeseed");
  for (const scope of [
    { assetIDs: [secretId] },
    { collectionIDs: [vault] },
    { mentions: { assets: [[secretId]] } },
  ]) {
    expect(await ask({ scope })).toContain('"code":"not_found"');
  }
  const knowledge = { assetContext: { added: [secretId], removed: [] } };
  expect(await sendFrame(listener, { knowledgeChangeV1: { messageId: newId("msg"), knowledge } })).toContain(
    '"code":"not_found"',
  );
  expect(JSON.stringify(listener.frames)).not.toContain("1837");
  const { results } = await DB.prepare("SELECT DISTINCT operation FROM audit_events WHERE key_id = ?")
    .bind(narrow.apiKeyId)
    .all();
  expect(results).toEqual([{ operation: "threads.events" }]);
});

test("revoking a key closes its sockets and streams, and leaves its user's open", async () => {
  const [listener, own] = [await listenBy(narrow.key), await listenBy(ada.token)];
  const stream = await rawCall("GET", `/v1/threads/${threadId}/events`, {
    token: narrow.key,
    headers: { accept: "text/event-stream" },
  });
  expect(stream.status).toBe(200);
  await revoke();
  expect(await listener.closed).toBe(4401);
  expect(listener.frames.at(-1)).toEqual(lastFrame(4401));
  expect(await stream.text()).toContain("4401");
  await sendMessage(ada, threadId, "Still here?", { messageKind: "textV1" });
  await own.until((frames) => frames.some(({ textV1 }) => textV1 !== undefined));
  expect(await (await listenBy(narrow.key)).closed).toBe(4401);
});

test("a key's sockets close when it expires", async () => {
  const brief = await createKey(ada, { expiresAt: new Date(Date.now() + 2 * 3_600_000).toISOString() });
  const listener = await listenBy(brief.key);
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  await runDurableObjectAlarm(THREAD_ROOM.getByName(threadId));
  expect(await listener.closed).toBe(4401);
});

test("a key's sockets close when its collections no longer hold the thread, and its user's stay open", async () => {
  const elsewhere = await createKey(ada, { collectionIds: [vault] });
  expect(await (await listenBy(elsewhere.key)).closed).toBe(4404);
  const link = { collectionId: vault, threadIds: [threadId], flags: [] };
  expect(
    (await call("POST", `/v1/collections/${vault}/threads`, { token: ada.token, body: link })).status,
  ).toBe(200);
  const { flags: _, ...unlink } = link;
  const [listener, own] = [await listenBy(elsewhere.key), await listenBy(ada.token)];
  expect(
    (await call("DELETE", `/v1/collections/${vault}/threads`, { token: ada.token, body: unlink })).status,
  ).toBe(200);
  expect(await listener.closed).toBe(4403);
  await sendMessage(ada, threadId, "Still here?", { messageKind: "textV1" });
  await own.until((frames) => frames.some(({ textV1 }) => textV1 !== undefined));
});

test("a read-only key receives events and cannot write", async () => {
  const reading = await createKey(ada, { actions: ["read"] });
  const listener = await listenBy(reading.key);
  expect(
    await sendFrame(listener, { textV1: { messageId: newId("msg"), parts: ["I was here."] } }),
  ).toContain("permission_denied");
  expect(
    (
      await call("POST", `/v1/threads/${threadId}/messages`, {
        token: reading.key,
        body: { messageContent: "Hi", messageKind: "textV1", recipients: [], threadId },
      })
    ).status,
  ).toBe(403);
});
