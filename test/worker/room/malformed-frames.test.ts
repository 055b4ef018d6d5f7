import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { EventLog } from "../../../src/thread-room/log/event-log.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import {
  createDocument,
  createUser,
  createWorkplace,
  grant,
  listen,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedCitations, storedMessages } from "../../support/rows/stored-messages.ts";
import { WAIT } from "../../support/setup/wait.ts";

const { DB } = testEnv;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The parts of an account merge that a room can observe. */
async function mergeInto(old: string, into: string): Promise<void> {
  await DB.batch([
    DB.prepare("UPDATE users SET lifecycle_state = 'merged' WHERE id = ?").bind(old),
    DB.prepare("UPDATE OR IGNORE grants SET user_id = ? WHERE user_id = ?").bind(into, old),
    DB.prepare("UPDATE messages SET created_by = ? WHERE created_by = ?").bind(into, old),
  ]);
}

async function colleague(place: Workplace) {
  const userId = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, userId, place.home, "chat");
  return userId;
}

const WRONG = Array.from({ length: 60_000 }, () => "x");

test.each([
  ["assets", { promptV2: { prompt: "Why?", scope: { assetIDs: WRONG } } }],
  ["groups", { promptV2: { prompt: "Why?", scope: { mentions: { assets: WRONG.map(() => []) } } } }],
  ["changes", { knowledgeChangeV1: { knowledge: { organizationContext: { removed: WRONG } } } }],
])(
  "the room rejects a frame with tens of thousands of %s by their number, without checking each",
  async (_, frame) => {
    const listener = await listen(await createWorkplace());
    listener.socket.send(JSON.stringify(frame));
    expect(await listener.received(1)).toMatchObject([
      { error: { code: "invalid_argument", message: expect.stringContaining("more than 200") } },
    ]);
  },
);

test("malformed frames count against the rate limit", async () => {
  const place = await createWorkplace();
  const rateKey = `user:${newId("user")}`;
  const listener = await listen(place, { rateKey });
  const limited = new Set<string>();
  for (let sent = 0; sent < 70; sent += 1) listener.socket.send("{}");
  for (const frame of await listener.received(70)) limited.add(frame.error?.code ?? "");
  expect(limited).toEqual(new Set(["invalid_argument", "resource_exhausted"]));
});

test("a waiting question whose author is merged into another account gets an answer with that account's rights", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, ["The Forth Bridge was built in 1890 by William Arrol."]);
  const old = await colleague(place);
  interceptBatches(async (_nth, send, _db, texts) => {
    const results = await send();
    if (texts.some((text) => /insert into "messages"/i.test(text))) await mergeInto(old, place.owner);
    return results;
  });
  await post(openRoom(place), promptOf(place, "Who built the Forth Bridge?", { author: { userId: old } }));
  await vi.waitFor(
    async () =>
      expect((await storedMessages(place.threadId)).map(({ state }) => state)).toEqual(["done", "done"]),
    WAIT,
  );
  const answer = (await storedMessages(place.threadId)).find(({ in_reply_to }) => in_reply_to !== null);
  expect(answer).toMatchObject({ state: "done", content: expect.stringContaining("William Arrol") });
  expect(await storedCitations(place.threadId)).toHaveLength(1);
  expect(await countOf("SELECT count(*) AS n FROM recent_assets WHERE user_id = ?", old)).toBe(0);
});

test("a merge between storing a question and its acknowledgement loses nothing", async () => {
  const place = await createWorkplace();
  const old = await colleague(place);
  const listener = await listen(place);
  let merged = false;
  interceptBatches(async (_nth, send, _db, texts) => {
    const results = await send();
    if (merged || !texts.some((text) => /insert into "messages"/i.test(text))) return results;
    merged = true;
    await mergeInto(old, place.owner);
    throw new Error("D1_ERROR: Network connection lost.");
  });
  await openRoom(place).accept(promptOf(place, "Is it kept?", { author: { userId: old } }));
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(openRoom(place));
    const stored = await storedMessages(place.threadId);
    expect(stored.map(({ state }) => state)).toEqual(["done", "done"]);
  }, WAIT);
  expect(merged).toBe(true);
  const frames = await listener.received(2);
  expect(frames.map((frame) => frame.seq)).toEqual([1, 2]);
});

test("a question in D1 whose event the room cannot send still gets an answer", async () => {
  const place = await createWorkplace();
  const { append } = EventLog.prototype as {
    append: (this: EventLog, events: Parameters<EventLog["append"]>[0]) => string[];
  };
  vi.spyOn(EventLog.prototype, "append").mockImplementation(function (this: EventLog, events) {
    if (events.some((event) => "promptV2" in event)) throw new Error("string or blob too big: SQLITE_TOOBIG");
    return append.call(this, events);
  });
  await openRoom(place).accept(promptOf(place, "Can you hear me?"));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (let round = 0; round < 12; round += 1) {
    vi.setSystemTime(Date.now() + 60_000);
    await runDurableObjectAlarm(openRoom(place));
  }
  vi.useRealTimers();
  expect((await storedMessages(place.threadId)).map(({ kind, state }) => [kind, state])).toEqual([
    ["prompt", "done"],
    ["text", "done"],
  ]);
});

test("a thread has a limited number of references", async () => {
  const place = await createWorkplace();
  const asset = await createDocument(place, place.home, ["One more."]);
  const many = JSON.stringify(Array.from({ length: 2_000 }, () => newId("asset")));
  const fill = `INSERT INTO thread_scope (thread_id, kind, target_id, created_at, created_by) SELECT ?, 'asset', value, 1, 'user' FROM json_each(?)`;
  await DB.prepare(fill).bind(place.threadId, many).run();
  const listener = await listen(place);
  listener.socket.send(
    JSON.stringify({ knowledgeChangeV1: { knowledge: { assetContext: { added: [asset] } } } }),
  );
  expect(await listener.received(1)).toMatchObject([{ error: { code: "resource_exhausted" } }]);
});
