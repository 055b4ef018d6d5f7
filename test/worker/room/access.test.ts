import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { answerScopeQueries, toAnswerScope } from "../../../src/storage/d1/answers/answer-scope.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import type { Id } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createUser,
  createWorkplace,
  grant,
  history,
  openRoom,
  post,
  promptOf,
  revokeAll,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedCitations, storedMessages } from "../../support/rows/stored-messages.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];
const QUESTION = "When did the harbour of Brackwater open?";
const NOTHING = "Nothing in the documents in scope answers this.";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function answerTo(
  place: Workplace,
  userId: Id<"user">,
  question = QUESTION,
): Promise<string | undefined> {
  const room = openRoom(place);
  const { messageId, answerMessageId } = await post(room, promptOf(place, question, { author: { userId } }));
  await room.waitForAnswer(messageId, 30_000);
  return (await storedMessages(place.threadId)).find((message) => message.id === answerMessageId)?.content;
}

async function addColleague(place: Workplace): Promise<Id<"user">> {
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  return colleague;
}

/** Runs `meddle` just before the nth D1 batch from now on. */
function beforeBatch(meddled: number, meddle: (db: D1Database) => Promise<unknown>): void {
  interceptBatches(async (nth, send, db) => {
    if (nth === meddled) await meddle(db);
    return send();
  });
}

async function expectNoTrace(place: Workplace): Promise<void> {
  expect(await storedCitations(place.threadId)).toEqual([]);
  expect(JSON.stringify(await history(place))).not.toMatch(/1871|nine years|Hallam/);
}

test("an unreadable document in scope stays out of the user's answer and appears in the owner's answer", async () => {
  const place = await createWorkplace();
  const secret = await createFolder(place, place.root);
  const assetId = await createDocument(place, secret, PLAIN);
  await addToScope(place.threadId, "collection", secret.id);
  await addToScope(place.threadId, "asset", assetId);
  expect(await answerTo(place, await addColleague(place))).toBe(NOTHING);
  await expectNoTrace(place);
  expect(await answerTo(place, place.owner)).toContain("1871");
});

test("answers use no readable document outside the thread's scope", async () => {
  const place = await createWorkplace();
  await createDocument(place, await createFolder(place, place.root), PLAIN);
  expect(await answerTo(place, place.owner)).toBe(NOTHING);
});

test("the scope includes folders below the home and single added assets", async () => {
  const place = await createWorkplace();
  await createDocument(place, await createFolder(place, await createFolder(place, place.home)), PLAIN);
  const single = await createDocument(place, await createFolder(place, place.root), [
    "The ferry to Sandholm leaves at noon from the pier.",
  ]);
  await addToScope(place.threadId, "asset", single);
  expect(await answerTo(place, place.owner)).toContain("1871");
  expect(await answerTo(place, place.owner, "When does the ferry to Sandholm leave?")).toContain("noon");
});

test("a grant on one folder below the home yields only its documents", async () => {
  const place = await createWorkplace();
  const open = await createFolder(place, place.home);
  const closed = await createFolder(place, place.home);
  await createDocument(place, open, ["The ferry to Sandholm leaves at noon from the pier."]);
  await createDocument(place, closed, PLAIN);
  const colleague = await addColleague(place);
  await revokeAll(colleague);
  await grant(place.organizationId, colleague, open, "read");
  const db = createDatabase(testEnv.DB);
  const scope = toAnswerScope(await db.read(answerScopeQueries(db, colleague, place.threadId, null)));
  expect(scope).toMatchObject({ roots: [], collectionIds: [open.id], assetIds: [] });
});

test("a document stays out of an answer if the right to read it ends before the answer is stored", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const colleague = await addColleague(place);
  beforeBatch(2, (db) => db.prepare("DELETE FROM grants WHERE user_id = ?").bind(colleague).run());
  expect(await answerTo(place, colleague)).toBe(NOTHING);
  vi.restoreAllMocks();
  await expectNoTrace(place);
});

test.each([
  ["deleted", "UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", NOTHING],
  [
    "being processed again",
    "UPDATE assets SET lifecycle_state = 'processing' WHERE id = ?",
    `${NOTHING} Documents still being read: 1.`,
  ],
  ["gone from its folder", "DELETE FROM asset_collections WHERE asset_id = ?", NOTHING],
])("a document that is %s is not cited even if the index still has it", async (_, change, says) => {
  const place = await createWorkplace();
  const assetId = await createDocument(place, place.home, PLAIN);
  await testEnv.DB.prepare(change).bind(assetId).run();
  expect(await answerTo(place, place.owner)).toBe(says);
  await expectNoTrace(place);
});

test("an answer that fails five times reports the failure, and the next turn runs", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const colleague = await addColleague(place);
  await runInDurableObject(testEnv.KNOWLEDGE_INDEX.getByName(`${place.organizationId}/0`), (_, state) =>
    state.storage.sql.exec("ALTER TABLE asset RENAME TO lost"),
  );
  const room = openRoom(place);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const failing = await post(room, promptOf(place, QUESTION, { author: { userId: colleague } }));
  const next = await post(room, promptOf(place, "I agree with this.", { kind: "prompt" }));
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(place.owner)
    .run();
  while ((await storedMessages(place.threadId)).some((message) => message.state === "pending")) {
    vi.setSystemTime(Date.now() + 60_000);
    await runDurableObjectAlarm(room);
  }
  const stored = await storedMessages(place.threadId);
  const failed = stored.find((message) => message.id === failing.answerMessageId);
  expect(failed?.state).toBe("failed");
  expect(failed?.content).toContain("searching the documents failed");
  expect(failed?.transformation_id).not.toBe(failing.transformationId);
  const fourRestartsAndTheEnd = await countOf(
    "SELECT count(*) AS n FROM audit_events WHERE target_id = ?",
    failing.answerMessageId ?? "",
  );
  expect(fourRestartsAndTheEnd).toBe(5);
  expect(stored.find((message) => message.id === next.answerMessageId)).toMatchObject({
    state: "done",
    content: NOTHING,
  });
  const last = (await history(place))
    .flatMap((frame) => frame.textV1 ?? [])
    .find((text) => text.messageId === failed?.id);
  expect(last).toMatchObject({
    isDone: true,
    parts: [failed?.content],
    provenance: { state: "failed", stoppedBy: "", transformationId: failed?.transformation_id },
  });
});
