import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches, readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import {
  askAgain,
  chooseAnswer,
  answerVersionRows,
  messagesShownIn,
  stopAnswer,
} from "../../support/http/answer-versions.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine, and who helped?";
const FIRST = "The Analytical Engine was designed by Charles Babbage in 1837.\n";
const SECOND = "The Analytical Engine was designed by Charles Babbage, helped by Ada Lovelace.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a thread with two answered questions. */
async function createAsked(ada: Person) {
  const home = await createCollection(ada, ada.rootId, "Engines");
  const asset = await addReadyAsset(ada, home, FIRST, { name: "engine.txt" });
  const threadId = await startThread(ada, home);
  await sendMessage(ada, threadId, QUESTION);
  const thread = await sendMessage(ada, threadId, "Good bye!");
  const [question, answer] = messagesShownIn(thread);
  return { home, asset, threadId, thread, question: question.id as string, answer: answer.id as string };
}

async function getThread(person: Person, threadId: string, query = "") {
  return (await call("GET", `/v1/threads/${threadId}${query}`, { token: person.token })).body.data;
}

const citationsOf = (thread: any, messageId: string): string[] =>
  Object.entries<any>(thread.knowledgeProvenance.citations).flatMap(([id, cited]) =>
    cited.messageId === messageId ? [id] : [],
  );

test("a new version replaces the previous version, which stays selectable and has checkable citations", async () => {
  const ada = await signUp();
  const { home, threadId, thread, question, answer } = await createAsked(ada);
  await addReadyAsset(ada, home, SECOND, { name: "helped.txt" });
  const again = await askAgain(ada, threadId, question);
  expect({
    status: again.status,
    trips: again.trips,
    done: again.body.done,
    eventKey: again.body.eventKey,
  }).toEqual({
    status: 200,
    trips: 3,
    done: true,
    eventKey: expect.stringMatching(/^event_/),
  });
  const [before, after] = [messagesShownIn(thread), messagesShownIn(again.body.data)];
  const newer = after[1].id;
  expect(after.map(({ id }: any) => id)).toEqual([question, newer, before[2].id, before[3].id]);
  expect([before[1].at, after[0].at, after[1].at]).toEqual([
    [1, 1],
    [0, 0],
    [2, 2],
  ]);
  expect(after[1].content).toContain("Ada Lovelace");
  expect(before[1].content).not.toContain("Ada Lovelace");
  const [old = ""] = citationsOf(thread, answer);
  expect(citationsOf(again.body.data, answer)).toEqual([]);
  expect(citationsOf(again.body.data, newer).length).toBeGreaterThan(0);
  const check = await call("checkCitation", {
    token: ada.token,
    params: { threadID: threadId, citationId: old },
  });
  expect({ state: check.body.data.state, messageId: check.body.data.messageId }).toEqual({
    state: "valid",
    messageId: answer,
  });
  expect(await countOf("SELECT message_count AS n FROM threads WHERE id = ?", threadId)).toBe(4);

  const chosen = await chooseAnswer(ada, threadId, question, answer);
  expect({ status: chosen.status, trips: chosen.trips, eventKey: chosen.body.eventKey }).toEqual({
    status: 200,
    trips: 5,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(messagesShownIn(chosen.body.data)).toEqual(
    before.map((each: any) => ({ ...each, at: each.id === answer ? [1, 2] : each.at })),
  );
  expect(chosen.body.data.version).toBe(again.body.data.version + 1);
  const repeated = await chooseAnswer(ada, threadId, question, answer);
  expect({
    status: repeated.status,
    eventKey: repeated.body.eventKey,
    version: repeated.body.data.version,
  }).toEqual({
    status: 200,
    eventKey: "",
    version: chosen.body.data.version,
  });
  expect((await chooseAnswer(ada, threadId, question, before[3].id)).body.code).toBe("not_found");
  const third = messagesShownIn((await askAgain(ada, threadId, question)).body.data)[1];
  expect(third.at).toEqual([3, 3]);
  const window = await getThread(ada, threadId, `?messagesBefore=${answer}`);
  expect(messagesShownIn(window).map(({ id }: any) => id)).toEqual([question]);
  const audit =
    "SELECT count(*) AS n FROM audit_events WHERE operation = ? AND target_id = ? AND actor_id = ?";
  expect([
    await countOf(audit, "askAgain", newer, ada.userId),
    await countOf(audit, "chooseAnswer", answer, ada.userId),
  ]).toEqual([1, 1]);
});

test("later messages use the selected version, and follow-ups ignore the other versions", async () => {
  const ada = await signUp();
  const { threadId, question, answer } = await createAsked(ada);
  await askAgain(ada, threadId, question);
  const more = await sendMessage(ada, threadId, "Who else?");
  const rows = await answerVersionRows(threadId);
  expect(messagesShownIn(more).map(({ id }: any) => id)).not.toContain(answer);
  expect(
    rows
      .filter(({ position }) => position > 0)
      .map(({ position }) => position)
      .toSorted((one, other) => one - other),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});

test("members and guests receive a new version, and a guest sees only the selected version in the record, live and replayed", async () => {
  const ada = await signUp();
  const { threadId, question, answer } = await createAsked(ada);
  const { publicToken } = await makeLink(ada, threadId);
  const authorization = { authorization: `Bearer ${ada.token}` };
  const member = await openEvents(threadId, { since: "0" }, authorization);
  const guest = await openEvents(threadId, { since: "0", publicAccessToken: publicToken });
  const newer = messagesShownIn((await askAgain(ada, threadId, question)).body.data)[1];
  const replaced = (frames: readonly any[]) =>
    frames.flatMap(({ textV1 }) =>
      textV1?.provenance.replaces ? [[textV1.messageId, textV1.provenance.replaces, textV1.isDone]] : [],
    );
  const isDone = (frames: readonly any[], id: string) =>
    frames.some(({ textV1 }) => textV1?.messageId === id && textV1?.isDone);
  for (const each of [member, guest]) {
    await each.until((frames) => isDone(frames, newer.id));
    expect(replaced(each.frames)).toEqual([[newer.id, answer, false]]);
    const told = each.frames.flatMap(({ textV1 }) =>
      textV1?.messageId === newer.id ? [...(textV1?.parts ?? [])] : [],
    );
    expect(told.join("")).toBe(newer.content);
  }
  const late = await openEvents(threadId, { since: "0", publicAccessToken: publicToken });
  await late.until((frames) => isDone(frames, newer.id));
  expect(late.frames.some(({ textV1 }) => textV1?.messageId === answer)).toBe(false);
  const seen = async () =>
    messagesShownIn(
      (await call("getThread", { params: { threadID: threadId }, query: { publicAccessToken: publicToken } }))
        .body.data,
    )[1];
  expect(await seen()).toEqual({ id: newer.id, content: newer.content, at: [1, 1] });

  await chooseAnswer(ada, threadId, question, answer);
  for (const each of [member, guest]) {
    await each.until((frames) => replaced(frames).length === 2);
    expect(replaced(each.frames)[1]).toEqual([answer, newer.id, true]);
    expect(each.frames.at(-1)?.textV1?.parts).toEqual([expect.stringContaining("Babbage")]);
  }
  expect((await seen()).id).toBe(answer);
  const later = await openEvents(threadId, { since: "0", publicAccessToken: publicToken });
  await later.until((frames) => replaced(frames).length === 1);
  expect(later.frames.some(({ textV1 }) => textV1?.messageId === newer.id)).toBe(false);
});

test("a link that ends at a hidden version ends at the selected version", async () => {
  const ada = await signUp();
  const { threadId, question, answer } = await createAsked(ada);
  const { publicToken } = await makeLink(ada, threadId, { messageId: answer });
  const newer = messagesShownIn((await askAgain(ada, threadId, question)).body.data)[1];
  const guest = await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`);
  expect(messagesShownIn(guest.body.data).map(({ id }: any) => id)).toEqual([question, newer.id]);
  expect(guest.body.data.messages[0].transformations).toHaveLength(1);
});

test("the service rejects a retry during generation, accepts a retry after a stop, and answers 404 for other messages", async () => {
  const ada = await signUp();
  const { threadId, question, answer } = await createAsked(ada);
  await testEnv.DB.prepare("UPDATE messages SET state = 'pending', content = '' WHERE id = ?")
    .bind(answer)
    .run();
  expect((await askAgain(ada, threadId, question)).body.code).toBe("failed_precondition");
  expect((await stopAnswer(ada, threadId, question)).status).toBe(200);
  const again = await askAgain(ada, threadId, question);
  expect(messagesShownIn(again.body.data)[1].content).toContain("Babbage");
  expect((await answerVersionRows(threadId)).map(({ state }) => state)).toEqual([
    "done",
    "cancelled",
    "done",
    "done",
    "done",
  ]);
  for (const id of [answer, newId("msg")])
    expect((await askAgain(ada, threadId, id)).body.code).toBe("not_found");
  const elsewhere = await startThread(ada, ada.rootId);
  expect((await askAgain(ada, elsewhere, question)).body.code).toBe("not_found");
});

test("the service rejects a retry if another retry started between read and write", async () => {
  const ada = await signUp();
  const { threadId, question, answer } = await createAsked(ada);
  const before = await answerVersionRows(threadId);
  interceptBatches(
    async (nth, run, db) => {
      if (nth === 2)
        await db.prepare("UPDATE messages SET state = 'pending' WHERE id = ?").bind(answer).run();
      return await run();
    },
    [threadId],
  );
  expect((await askAgain(ada, threadId, question)).body.code).toBe("failed_precondition");
  vi.restoreAllMocks();
  expect(await answerVersionRows(threadId)).toEqual(
    before.map((row) => (row.id === answer ? { ...row, state: "pending" } : row)),
  );
});

test("each of two parallel retries creates a version or gets failed_precondition, and nothing is lost", async () => {
  const ada = await signUp();
  const { threadId, question } = await createAsked(ada);
  readBeforeAnyWrites(2, [threadId]);
  const both = await Promise.all([askAgain(ada, threadId, question), askAgain(ada, threadId, question)]);
  const done = both.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThanOrEqual(1);
  for (const { status, body } of both) if (status !== 200) expect(body.code).toBe("failed_precondition");
  const rows = await answerVersionRows(threadId);
  expect(
    rows.flatMap(({ version, kind, id }) => (kind === "text" && id !== rows[3]?.id ? [version] : [])),
  ).toEqual([1, 2, 3].slice(0, 1 + done.length));
  expect(rows.filter(({ position }) => position > 0)).toHaveLength(4);
});

test("an Idempotency-Key retries an answer once, the service checks If-Match, and an answer has at most 20 versions", async () => {
  const ada = await signUp();
  const { threadId, question } = await createAsked(ada);
  const key = { "idempotency-key": newId("req") };
  const [first, second] = [
    await askAgain(ada, threadId, question, key),
    await askAgain(ada, threadId, question, key),
  ];
  expect({ status: second.status, eventKey: second.body.eventKey, done: second.body.done }).toEqual({
    status: 200,
    eventKey: first.body.eventKey,
    done: true,
  });
  expect(messagesShownIn(second.body.data)).toEqual(messagesShownIn(first.body.data));
  const stale = { "if-match": '"stale"' };
  expect((await askAgain(ada, threadId, question, stale)).body.code).toBe("aborted");
  const { etag } = first.body.data;
  expect((await askAgain(ada, threadId, question, { "if-match": `"${etag}"` })).status).toBe(200);
  expect(
    (await chooseAnswer(ada, threadId, question, messagesShownIn(first.body.data)[1].id, stale)).body.code,
  ).toBe("aborted");
  for (let versions = 3; versions < 20; versions += 1)
    expect((await askAgain(ada, threadId, question)).status).toBe(200);
  expect((await askAgain(ada, threadId, question)).body.code).toBe("resource_exhausted");
  expect(messagesShownIn(await getThread(ada, threadId))[1].at).toEqual([20, 20]);
});
