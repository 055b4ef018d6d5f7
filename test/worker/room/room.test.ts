import { afterEach, expect, test, vi } from "vitest";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import {
  createDocument,
  createWorkplace,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedCitations, storedMessages } from "../../support/rows/stored-messages.ts";
import { testEnv } from "../../support/setup/env.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Counts the rows that each of the room's D1 batches reads from now on.
 * @returns the counts
 */
function countRows({ threadId }: Workplace): number[] {
  const rows: number[] = [];
  interceptBatches(
    async (_nth, send) => {
      const results = await send();
      rows.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0));
      return results;
    },
    [threadId],
  );
  return rows;
}

test("an answer to a question quotes verbatim sentences of the document", async () => {
  const place = await createWorkplace();
  const assetId = await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  const accepted = await post(room, promptOf(place, "When did the harbour of Brackwater open?"));
  const ending = await room.waitForAnswer(accepted.messageId, 30_000);
  expect(ending.done).toBe(true);
  const [prompt, answer] = await storedMessages(place.threadId);
  expect(prompt).toMatchObject({ id: accepted.messageId, position: 1, state: "done" });
  expect(answer).toMatchObject({
    id: accepted.answerMessageId,
    position: 2,
    state: "done",
    in_reply_to: accepted.messageId,
  });
  expect(answer?.content).toContain("1871");
  const citations = await storedCitations(place.threadId);
  expect(citations.length).toBeGreaterThan(0);
  for (const citation of citations) {
    expect(citation.asset_id).toBe(assetId);
    const object = await testEnv.BUCKET.get(`${assetId}/${citation.text_version}.txt`);
    expect((await object?.text())?.slice(citation.start, citation.end)).toBe(citation.quote);
  }
});

test("a question whose scope the room must read, as on a socket, needs two D1 round trips, answer included", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  const costs = countRows(place);
  const accepted = await post(room, promptOf(place, "Who kept the lighthouse?"));
  await room.waitForAnswer(accepted.messageId, 30_000);
  expect({ trips: accepted.meter.trips, length: costs.length }).toEqual({ trips: 1, length: 2 });
  expect(
    await countOf("SELECT count(*) AS n FROM audit_events WHERE organization_id = ?", place.organizationId),
  ).toBe(2);
});

test("an answer with an empty scope reports the empty scope and cites nothing", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const { messageId } = await post(room, promptOf(place, "When did the harbour of Brackwater open?"));
  await room.waitForAnswer(messageId, 30_000);
  const answer = (await storedMessages(place.threadId))[1];
  expect(answer).toMatchObject({ state: "done", content: "Nothing in the documents in scope answers this." });
  expect(await storedCitations(place.threadId)).toEqual([]);
});

test("a question in a thread of 10,000 messages needs the same D1 round trips and rows as in a thread of twelve", async () => {
  const costs = [];
  // A question reads the last twelve messages as the context of a follow-up.
  for (const before of [12, 10_000]) {
    const place = await createWorkplace();
    await createDocument(place, place.home, PLAIN);
    await testEnv.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO messages (id, thread_id, position, kind, content, state, created_at, created_by, modified_at, modified_by)
       SELECT ?1 || i, ?1, i, 'text', 'x', 'done', 1, '', 1, '' FROM n WHERE ?2 > 0`,
    )
      .bind(place.threadId, before)
      .run();
    const room = openRoom(place);
    const rows = countRows(place);
    const accepted = await post(room, promptOf(place, "Who kept the lighthouse?"));
    await room.waitForAnswer(accepted.messageId, 30_000);
    vi.restoreAllMocks();
    expect((await storedMessages(place.threadId)).length).toBeGreaterThanOrEqual(before + 2);
    costs.push(rows);
  }
  expect(costs[1]).toEqual(costs[0]);
});
