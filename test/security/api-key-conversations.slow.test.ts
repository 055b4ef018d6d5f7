/**
 * Promise: Questions by an API key use only documents that the key may read now. Attack: A key for one folder
 * asked about everything in a thread. The room knew the user alone and quoted documents outside the folder.
 */
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { addReadyAsset } from "../support/http/assets.ts";
import { createKey, type CreatedKey } from "../support/http/create-key.ts";
import { interceptBatches } from "../support/faults/intercept-batches.ts";
import { testEnv } from "../support/setup/env.ts";
import { call, rawCall } from "../support/http/call.ts";
import { crashRoom } from "../support/faults/crash-room.ts";
import { callTool } from "../support/http/mcp.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { openEvents, sendMessage, startThread, type ThreadListener } from "../support/http/threads.ts";
import { WAIT } from "../support/setup/wait.ts";
import { createCollection } from "../support/http/create-collection.ts";

const { DB, THREAD_ROOM } = testEnv;
const OPEN = "The lantern of the lighthouse burns with rapeseed oil.\n";
const SECRET = "The lantern burns with whale oil of 1837, as the code of the bunker says.\n";
const QUESTION = "What does the lantern burn with?";

let ada: Person;
let folder: string;
let vault: string;
let secretId: string;
/** The thread lives in the folder, and its scope also contains the vault. */
let threadId: string;
/** A key that reaches the folder only. */
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

const by = ({ key }: CreatedKey): Person => ({ ...ada, token: key });
const listenBy = async (token: string, thread = threadId): Promise<ThreadListener> =>
  await openEvents(thread, { identifiers: "text" }, { authorization: `Bearer ${token}` });
const lastAnswer = (thread: { readonly messages: readonly unknown[] }): string =>
  JSON.stringify(thread.messages.at(-1));

async function endInStore(): Promise<void> {
  await DB.prepare("UPDATE api_keys SET revoked_at = ? WHERE id = ?").bind(Date.now(), narrow.apiKeyId).run();
}

async function answers(): Promise<{ content: string; state: string; citations: number }[]> {
  const query = `SELECT content, state, (SELECT count(*) FROM citations c WHERE c.message_id = m.id) AS citations
    FROM messages m WHERE thread_id = ? AND in_reply_to IS NOT NULL ORDER BY id`;
  return (await DB.prepare(query).bind(threadId).all<{ content: string; state: string; citations: number }>())
    .results;
}

async function ended(count = 1): Promise<{ content: string; state: string; citations: number }[]> {
  return await vi.waitUntil(async () => {
    const found = await answers();
    return found.length >= count && found.every(({ state }) => state !== "pending") ? found : null;
  }, WAIT);
}

test("over HTTP a user's answer uses the whole scope of the thread, and a key's answer only its readable part", async () => {
  expect(lastAnswer(await sendMessage(ada, threadId, QUESTION))).toContain("1837");
  for (const question of [QUESTION, "Summarize everything", "Which code is in the bunker?"]) {
    expect(lastAnswer(await sendMessage(by(narrow), threadId, question))).not.toContain("1837");
  }
  expect((await answers()).slice(1, 3).map(({ content }) => content.includes("rapeseed"))).toEqual([
    true,
    true,
  ]);
  const told = "SELECT operation FROM audit_events WHERE key_id = ?";
  const { results } = await DB.prepare(told).bind(narrow.apiKeyId).all();
  expect(results).toEqual(Array.from({ length: 3 }, () => ({ operation: "postMessage" })));
});

test("a key that asks a question again gets a version from the documents it may read", async () => {
  await sendMessage(ada, threadId, QUESTION);
  const found = await DB.prepare("SELECT known_as FROM messages WHERE thread_id = ? AND in_reply_to IS NULL")
    .bind(threadId)
    .first<string>("known_as");
  const again = await call("POST", `/v1/threads/${threadId}/messages/${found}/answer`, {
    token: narrow.key,
    body: {},
  });
  expect({ status: again.status, code: again.body.code }).toEqual({ status: 200, code: "ok" });
  const [first, second] = await ended(2);
  expect([
    first?.content.includes("1837"),
    second?.content.includes("1837"),
    second?.content.includes("rapeseed"),
  ]).toEqual([true, false, true]);
});

test("chat completions and MCP tools answer a key from the documents it may read", async () => {
  const messages = [{ role: "user", content: QUESTION }];
  const ask = async (model: string) =>
    await (
      await rawCall("POST", "/v1/chat/completions", { token: narrow.key, body: { model, messages } })
    ).text();
  expect(await ask(`collection:${folder}`)).toContain("rapeseed");
  expect(await ask(`thread:${threadId}`)).not.toContain("1837");
  expect(await ask(`collection:${vault}`)).toContain("not_found");
  expect(await ask("workspace")).toContain("not_found");
  const models = await (await rawCall("GET", "/v1/models", { token: narrow.key })).text();
  expect({ hasFolder: models.includes(folder), hasVault: models.includes(vault) }).toEqual({
    hasFolder: true,
    hasVault: false,
  });
  const asked = await callTool("ask", { question: QUESTION, threadId }, { token: narrow.key });
  expect({
    code: asked.code,
    hasRapeseed: asked.text.includes("rapeseed"),
    has1837: asked.text.includes("1837"),
  }).toEqual({
    code: "ok",
    hasRapeseed: true,
    has1837: false,
  });
  expect((await callTool("fetch", { id: secretId }, { token: narrow.key })).code).toBe("not_found");
  expect((await callTool("search", { query: "lantern" }, { token: narrow.key })).text).not.toContain("1837");
});

test("a workspace chat covers the whole workspace for a key that may share, and otherwise the personal collection", async () => {
  const ask = async (actions: readonly ("chat" | "share")[]) => {
    const { key: token } = await createKey(ada, { actions });
    const body = { model: "workspace", messages: [{ role: "user", content: QUESTION }] };
    return await (await rawCall("POST", "/v1/chat/completions", { token, body })).json<any>();
  };
  expect((await ask(["chat", "share"])).choices[0].message.content).toContain("rapeseed");
  expect((await ask(["chat"])).choices[0].message.content).not.toContain("rapeseed");
  expect((await ask(["share"])).error.code).toBe("permission_denied");
});

test("a key without `chat` cannot continue a conversation", async () => {
  const question = (content: string) => ({ role: "user", content });
  const chat = async (token: string, messages: object[]) =>
    await (
      await rawCall("POST", "/v1/chat/completions", { token, body: { model: "workspace", messages } })
    ).json<any>();
  await chat(ada.token, [question(QUESTION)]);
  const keyOf = async () =>
    await DB.prepare("SELECT chat_key FROM threads WHERE created_by = ? AND chat_key IS NOT NULL")
      .bind(ada.userId)
      .first("chat_key");
  const before = await keyOf();
  const refused = await chat(narrow.key, [question(QUESTION), question("And then?")]);
  expect({ code: refused.error.code, key: await keyOf() }).toEqual({ code: "not_found", key: before });
});

test("an answer quotes nothing if its key ends while the room writes it", async () => {
  const listener = await listenBy(narrow.key);
  let isEnded = false;
  const endFirst = async (
    _: number,
    send: () => Promise<D1Result[]>,
    __: D1Database,
    texts: readonly string[],
  ): Promise<D1Result[]> => {
    if (!isEnded && texts.some((text) => /into "?citations/i.test(text))) {
      isEnded = true;
      await endInStore();
    }
    return await send();
  };
  // Rooms of earlier tests may still work.
  interceptBatches(endFirst, [threadId]);
  listener.socket.send(JSON.stringify({ promptV2: { messageId: newId("msg"), prompt: QUESTION } }));
  const [answer] = await ended();
  expect({
    isEnded,
    citations: answer?.citations,
    hasRapeseed: answer?.content.includes("rapeseed"),
  }).toEqual({
    isEnded: true,
    citations: 0,
    hasRapeseed: false,
  });
});

test.each([
  ["before its answer is stored", /into "?citations/i, "before"],
  ["behind its question", /into "?messages/i, "after"],
] as const)(
  "a question gets an answer without quotes if its key ends while the room is away %s",
  async (_, statement, phase) => {
    const listener = await listenBy(narrow.key);
    let isLost = false;
    interceptBatches(
      async (__, send, ___, texts) => {
        if (!texts.some((text) => statement.test(text))) return await send();
        if (phase === "after" && !isLost) await send();
        isLost = true;
        return await new Promise<never>(() => undefined);
      },
      [threadId],
    );
    listener.socket.send(JSON.stringify({ promptV2: { messageId: newId("msg"), prompt: QUESTION } }));
    await vi.waitUntil(() => isLost, WAIT);
    expect(await answers()).toMatchObject([{ state: "pending" }]);
    // Before the platform starts another room, within five seconds.
    await endInStore();
    vi.restoreAllMocks();
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    await crashRoom(THREAD_ROOM.getByName(threadId));
    vi.setSystemTime(Date.now() + 10_000);
    await runDurableObjectAlarm(THREAD_ROOM.getByName(threadId));
    const [answer] = await ended();
    expect({
      state: answer?.state,
      citations: answer?.citations,
      hasRapeseed: answer?.content.includes("rapeseed"),
    }).toEqual({
      state: "done",
      citations: 0,
      hasRapeseed: false,
    });
  },
);

test("one key cannot resend the message of another key, so the answer of the first stays hidden", async () => {
  const wide = await createKey(ada);
  const messageId = newId("msg");
  const { organizationId, tenantId, userId } = ada;
  const input = (keyId: string, namesCollections: boolean) =>
    ({
      threadId,
      organizationId,
      tenantId,
      kind: "prompt",
      messageId,
      content: QUESTION,
      recipients: [],
      worldKnowledge: false,
      author: { userId, key: { keyId, actions: ["own"], namesCollections } },
      operation: "postMessage",
      operationId: newId("op"),
      messagesShown: 20,
    }) as never;
  const room = THREAD_ROOM.getByName(threadId);
  const [first, second] = await Promise.all([
    room.accept(input(wide.apiKeyId, false)),
    room.accept(input(narrow.apiKeyId, true)),
  ]);
  expect({ ok: first.ok, second }).toMatchObject({ ok: true, second: { ok: false, code: "already_exists" } });
});
