import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import { guestView } from "../../../src/storage/d1/threads/guest-view.ts";
import { findAnswerTo } from "../../../src/storage/d1/threads/messages.ts";
import { scopeAssertions } from "../../../src/storage/d1/threads/scope-assertions.ts";
import { findWindowEnd, threadView } from "../../../src/storage/d1/threads/thread-view.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import { startThread } from "../../support/http/threads.ts";

test("an answer counts as done even if many later messages push it off the page", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const content = "x".repeat(32_768);
  const by = { version: 1, created_at: 1, created_by: ada.userId, modified_at: 1, modified_by: ada.userId };
  await testEnv.DB.prepare(
    `CREATE TRIGGER crowd_${threadId} AFTER INSERT ON messages WHEN NEW.thread_id = '${threadId}' AND NEW.in_reply_to IS NOT NULL BEGIN
      INSERT INTO messages (id, thread_id, position, kind, content, state, version, created_at, created_by, modified_at, modified_by)
      SELECT value, NEW.thread_id, NEW.position + 1 + key, 'text', printf('%.*c', ${content.length}, 'x'), 'done', ${Object.values(
        by,
      )
        .map((each) => JSON.stringify(each).replaceAll('"', "'"))
        .join(
          ", ",
        )} FROM json_each('${JSON.stringify(Array.from({ length: 70 }, () => newId("msg")))}'); END`,
  ).run();
  try {
    const body = { messageContent: "Why?", messageKind: "promptV2", recipients: [], threadId };
    const headers = { "idempotency-key": newId("req") };
    const first = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body, headers });
    expect({ status: first.status, done: first.body.done }).toEqual({ status: 200, done: true });
    expect(first.body.data.messages.some((message: any) => message.kind === "promptV2")).toBe(false);
    const again = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body, headers });
    expect({ status: again.status, done: again.body.done, eventKey: again.body.eventKey }).toEqual({
      status: 200,
      done: true,
      eventKey: first.body.eventKey,
    });
  } finally {
    await testEnv.DB.prepare(`DROP TRIGGER crowd_${threadId}`).run();
  }
});

/**
 * Permitted scans: bound lists, the ids along a path, the messages of the page, and the roots of the scope.
 */
const ALLOWED =
  /^SCAN (\w+ VIRTUAL TABLE|CONSTANT ROW|nm|m|ts|anc|wanted|any_at_all|newest|named|roots|tops?|removed|\(subquery-\d+\))/;

test("every statement of a page, and the scope assertions, find their rows through an index", async () => {
  const db = createDatabase(testEnv.DB);
  const [threadId, userId] = [newId("thread"), newId("user")];
  const window = { before: newId("msg"), limit: 10 };
  const scope = { collectionIds: [newId("col")], assetIds: [newId("asset")] };
  const statements: Statement[] = [
    ...Object.values(threadView(db, sql`${userId}`, threadId, window)),
    ...Object.values(guestView(db, threadId, "hash", window)),
    findWindowEnd(db, threadId, window),
    findAnswerTo(db, threadId, window.before),
    ...scopeAssertions(userId, newId("col"), scope).map(({ holds }) => db.build.all(sql`SELECT ${holds}`)),
  ];
  const scans = (await Promise.all(statements.map(queryPlanOf)))
    .flat()
    .filter((line) => line.startsWith("SCAN") && !ALLOWED.test(line));
  expect(scans).toEqual([]);
});
