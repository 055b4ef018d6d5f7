import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/env.ts";
import { changeOf, changesOf, idsOf } from "../../support/knowledge.ts";
import { crash, stopAtBatch } from "../../support/lost-room.ts";
import { WAIT } from "../../support/wait.ts";
import { addToScope, createDocument, createWorkplace, history, openRoom, storedMessages } from "../../support/room-fixtures.ts";

/** A room's tables as they were before rooms had a version, with an event in the log. */
const OLD_TABLES = [
  `CREATE TABLE turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL UNIQUE, accepted TEXT NOT NULL, stored INTEGER NOT NULL DEFAULT 0,
    store_failures INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, transformation_id TEXT NOT NULL,
    last_failure TEXT NOT NULL DEFAULT '', run_at INTEGER NOT NULL) STRICT`,
  `CREATE TABLE events (seq INTEGER PRIMARY KEY, frame TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  `CREATE TABLE log_state (
    only INTEGER PRIMARY KEY CHECK (only = 1), last_seq INTEGER NOT NULL, first_seq INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  `INSERT INTO events (seq, frame, bytes) VALUES (1, '{"renameThreadV1":{"label":"Old"},"seq":1}', 42)`,
  `INSERT INTO log_state (only, last_seq, first_seq, bytes) VALUES (1, 1, 1, 42)`,
  `CREATE TABLE alarms (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL) STRICT`,
  `CREATE TABLE ended_links (token_id TEXT PRIMARY KEY, ended_at INTEGER NOT NULL) STRICT`,
];

test("a room that was made before rooms had a version keeps its waiting turns, in their order, and answers them", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, ["The harbour of Brackwater opened in 1871 after nine years of work."]);
  const sampling = {
    context_window: 0,
    frequency_penalty: 0,
    logit_bias: {},
    max_tokens: 0,
    presence_penalty: 0,
    stop: [],
    temperature: 0,
    top_p: 0,
  };
  const waiting = ["When did the harbour of Brackwater open?", "How long did the work on the harbour of Brackwater take?"].map(
    (content) => ({
      threadId: place.threadId,
      organizationId: place.organizationId,
      tenantId: place.tenantId,
      kind: "promptV2",
      messageId: newId("msg"),
      content,
      recipients: [],
      worldKnowledge: false,
      author: { userId: place.owner },
      operation: "postMessage",
      operationId: newId("op"),
      ifVersion: null,
      idempotency: null,
      extras: { ...sampling, member: "promptV2", model: "" },
      answerMessageId: newId("msg"),
      acceptedAt: Date.now(),
    }),
  );
  const room = openRoom(place);
  await runInDurableObject(room, (_, { storage: { sql } }) => {
    const tables =
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'";
    for (const { name } of sql.exec<{ name: string }>(tables).toArray()) sql.exec(`DROP TABLE ${name}`);
    for (const statement of OLD_TABLES) sql.exec(statement);
    for (const [at, turn] of waiting.entries()) {
      const insert = "INSERT INTO turns (seq, message_id, accepted, transformation_id, run_at) VALUES (?, ?, ?, ?, 0)";
      sql.exec(insert, 40 + at, turn.messageId, JSON.stringify(turn), newId("inter"));
    }
    sql.exec("INSERT INTO alarms (name, due_at) VALUES ('turns', 0) ON CONFLICT DO UPDATE SET due_at = 0");
  });
  await evictDurableObject(room);

  await runInDurableObject(openRoom(place), async (_, { storage }) => {
    expect(storage.sql.exec("SELECT seq, message_id, asked_as FROM turns ORDER BY seq").toArray()).toEqual(
      waiting.map(({ messageId }, at) => ({ seq: 40 + at, message_id: messageId, asked_as: "" })),
    );
    await storage.setAlarm(Date.now());
  });
  while ((await storedMessages(place.threadId)).filter(({ state }) => state === "done").length < 4)
    await runDurableObjectAlarm(openRoom(place));
  const stored = await storedMessages(place.threadId);
  expect(stored.map(({ id }) => id)).toEqual(waiting.flatMap(({ messageId, answerMessageId }) => [messageId, answerMessageId]));
  expect(stored[1]?.content).toContain("1871");
  await runDurableObjectAlarm(openRoom(place));
  const heard = await history(place);
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, at) => at + 1));
  expect(heard[0]).toEqual({ renameThreadV1: { label: "Old" }, seq: 1 });
  expect(heard.filter((frame) => frame.promptV2)).toHaveLength(2);
  expect(heard.filter((frame) => frame.textV1?.isDone)).toHaveLength(2);
});

test("a scope change that was in D1, and not told, when plans had a table of their own is told with what it did", async () => {
  const place = await createWorkplace();
  const [asset, other] = [await createDocument(place, place.home, ["One."]), await createDocument(place, place.home, ["Two."])];
  await addToScope(place.threadId, "asset", other);
  const stop = stopAtBatch(2, "after");
  const change = changeOf(place, { addedAssetIds: [asset], removedAssetIds: [other], world: true });
  const call = openRoom(place)
    .accept(change)
    .catch(() => null);
  await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
  await crash(openRoom(place));
  await call;
  vi.restoreAllMocks();
  await runInDurableObject(openRoom(place), async (_, { storage }) => {
    await storage.deleteAlarm();
    const { sql } = storage;
    const plan = {
      homeId: place.home.id,
      added: { collectionIds: [], assetIds: [asset] },
      removed: { collectionIds: [], assetIds: [other] },
      world: { before: false, after: true },
    };
    sql.exec("CREATE TABLE knowledge_plans (turn_seq INTEGER PRIMARY KEY, plan TEXT NOT NULL) STRICT");
    sql.exec("INSERT INTO knowledge_plans (turn_seq, plan) SELECT seq, ? FROM turns", JSON.stringify(plan));
    sql.exec("ALTER TABLE turns DROP COLUMN known_scope");
    sql.exec("UPDATE schema_version SET steps = 3");
  });
  await testEnv.DB.prepare("UPDATE idempotency_keys SET result = NULL WHERE target_id = ?").bind(place.threadId).run();
  await evictDurableObject(openRoom(place));

  await runInDurableObject(openRoom(place), async (_, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'knowledge_plans'").toArray()).toEqual([]);
    await storage.setAlarm(Date.now());
  });
  while ((await history(place)).length === 0) await runDurableObjectAlarm(openRoom(place));
  const told = changesOf(await history(place));
  expect(told.map(idsOf)).toMatchObject([{ addedAssets: [asset], removedAssets: [other], world: true }]);
});
