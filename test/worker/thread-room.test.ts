import { expect, test } from "vitest";
import {
  countOf,
  createDocument,
  createWorkplace,
  openRoom,
  post,
  promptOf,
  storedCitations,
  storedMessages,
} from "../support/room-fixtures.ts";
import { testEnv } from "../support/env.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];

test("a question is answered with sentences that stand letter for letter in the document", async () => {
  const place = await createWorkplace();
  const assetId = await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  const accepted = await post(room, promptOf(place, "When did the harbour of Brackwater open?", { messagesShown: 500 }));
  const ending = await room.waitForAnswer(accepted.messageId, 30_000);
  expect(ending.done).toBe(true);
  const [prompt, answer] = await storedMessages(place.threadId);
  expect(prompt).toMatchObject({ id: accepted.messageId, position: 1, state: "done" });
  expect(answer).toMatchObject({ id: accepted.answerMessageId, position: 2, state: "done", in_reply_to: accepted.messageId });
  expect(answer?.content).toContain("1871");
  const citations = await storedCitations(place.threadId);
  expect(citations.length).toBeGreaterThan(0);
  for (const citation of citations) {
    expect(citation.asset_id).toBe(assetId);
    const object = await testEnv.BUCKET.get(`${assetId}/${citation.text_version}.txt`);
    expect((await object?.text())?.slice(citation.start, citation.end)).toBe(citation.quote);
  }
  expect(ending.thread?.messages.map((message) => message.id)).toEqual([prompt?.id, answer?.id]);
});

test("a posted question costs the room three trips to D1, answer and thread included", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  const accepted = await post(room, promptOf(place, "Who kept the lighthouse?", { messagesShown: 500 }));
  const ending = await room.waitForAnswer(accepted.messageId, 30_000);
  expect([accepted.meter.trips, ending.meter.trips]).toEqual([1, 2]);
  expect(await countOf("SELECT count(*) AS n FROM audit_events WHERE organization_id = ?", place.organizationId)).toBe(2);
});

test("with nothing in scope the answer says so and cites nothing", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const { messageId } = await post(room, promptOf(place, "When did the harbour of Brackwater open?"));
  await room.waitForAnswer(messageId, 30_000);
  const answer = (await storedMessages(place.threadId))[1];
  expect(answer).toMatchObject({ state: "done", content: "Nothing in the documents in scope answers this." });
  expect(await storedCitations(place.threadId)).toEqual([]);
});

test("a question in a thread of 10,000 messages costs D1 the same trips and rows as in one of a single message", async () => {
  const costs = [];
  for (const before of [1, 10_000]) {
    const place = await createWorkplace();
    await createDocument(place, place.home, PLAIN);
    await testEnv.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO messages (id, thread_id, position, kind, content, state, created_at, created_by, modified_at, modified_by)
       SELECT ?1 || i, ?1, i, 'textV1', 'x', 'done', 1, '', 1, '' FROM n WHERE ?2 > 0`,
    )
      .bind(place.threadId, before)
      .run();
    const room = openRoom(place);
    const accepted = await post(room, promptOf(place, "Who kept the lighthouse?"));
    const ending = await room.waitForAnswer(accepted.messageId, 30_000);
    expect((await storedMessages(place.threadId)).length).toBeGreaterThanOrEqual(before + 2);
    costs.push([accepted.meter, ending.meter]);
  }
  expect(costs[1]).toEqual(costs[0]);
});
