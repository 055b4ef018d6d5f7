import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_THREAD_HITS, parseThreadQuery } from "../../../src/domain/thread-query.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { findThreadsByWords } from "../../../src/storage/d1/threads/search-threads.ts";
import { queryPlanOf, rowsReadBy } from "../../support/assertions/query-plan.ts";
import { askAgain, chooseAnswer } from "../../support/http/answer-versions.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { restore, runAllJobs, tombstone } from "../../support/http/tombstone.ts";
import { insertThreads } from "../../support/rows/insert-threads.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { testEnv } from "../../support/setup/env.ts";

const { DB } = testEnv;
const TEXT = { messageKind: "textV1" };

async function search(person: Person, query: string, changes: object = {}) {
  return await call("searchThreads", { token: person.token, body: { query, ...changes } });
}

async function found(person: Person, query: string, changes: object = {}): Promise<string[]> {
  const { status, body } = await search(person, query, changes);
  expect(status).toBe(200);
  return body.data.threads.map(({ threadId }) => threadId);
}

test("a search finds threads by title, question and answer, and shows the matching words", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The Zephyr was built in Leith in 1903.", { name: "zephyr.txt" });
  const asked = await startThread(ada, ada.personalId, { label: "Boats" });
  await sendMessage(ada, asked, "When was the Zephyr built?");
  const named = await startThread(ada, ada.personalId, { label: "The Zephyr, a ship" });
  const written = await startThread(ada, ada.personalId, { label: "Notes" });
  await sendMessage(ada, written, "The zéphyrs of spring are mild.", TEXT);
  const { body, trips } = await search(ada, "zephyr");
  expect(trips).toBe(2);
  const { threads, hasMore, truncated } = body.data;
  expect({ hasMore, truncated }).toEqual({ hasMore: false, truncated: false });
  expect(threads.map(({ threadId }) => threadId)).toEqual([named, written, asked]);
  expect(threads[0]).toMatchObject({
    label: "The Zephyr, a ship",
    matched: ["Zephyr"],
    collectionIds: [ada.personalId],
    messages: [],
  });
  expect(threads[1]?.messages).toMatchObject([
    { createdBy: ada.userId, excerpt: "The zéphyrs of spring are mild.", matched: ["zéphyrs"] },
  ]);
  const [question, answer] = await storedMessages(asked);
  expect(threads[2]?.messages).toMatchObject([
    { messageId: answer?.id, excerpt: expect.stringContaining("Leith"), matched: ["Zephyr"] },
  ]);
  expect((await search(ada, "when built")).body.data.threads[0]?.messages).toMatchObject([
    { messageId: question?.id, matched: ["When", "built"] },
  ]);
  expect(await found(ada, "when leith")).toEqual([asked]);
  expect(await found(ada, "zephyr boats")).toEqual([]);
});

test("a search finds only threads that the caller may read at that moment", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [open, closed] = [
    await createCollection(ada, ada.rootId, "Open"),
    await createCollection(ada, ada.rootId, "Closed"),
  ];
  const shown = await startThread(ada, open, { label: "Otters of the north" });
  const hidden = await startThread(ada, closed, { label: "Otters of the south" });
  await sendMessage(ada, hidden, "Otters are shy.", TEXT);
  expect(await found(bob, "otters")).toEqual([]);
  await share(ada, open, bob, ["read"]);
  expect(await found(bob, "otters")).toEqual([shown]);
  expect(await found(bob, "shy")).toEqual([]);
  await call("POST", `/v1/collections/${open}/threads`, {
    token: ada.token,
    body: { collectionId: open, threadIds: [hidden], flags: [] },
  });
  expect((await search(bob, "shy")).body.data.threads).toMatchObject([
    { threadId: hidden, collectionIds: [open] },
  ]);
  await modifyPermissions(ada, open, bob.userId, []);
  expect(await found(bob, "otters")).toEqual([]);
  expect((await search(bob, "otters", { collectionIds: [open] })).body.code).toBe("not_found");
  expect(await found(ada, "otters", { collectionIds: [closed] })).toEqual([hidden]);
});

test("a search skips deleted threads until a restore, and a purge removes their words", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId, { label: "Puffins" });
  await sendMessage(ada, thread, "Puffins nest in burrows.", TEXT);
  await tombstone(ada, "thread", [thread]);
  expect(await found(ada, "puffins")).toEqual([]);
  await restore(ada, "thread", [thread]);
  expect(await found(ada, "burrows")).toEqual([thread]);
  const rows = async (): Promise<number | null> =>
    await DB.prepare(
      "SELECT count(*) AS n FROM thread_words_docsize CROSS JOIN thread_numbers known ON known.thread_id = ? AND thread_words_docsize.id / 262144 = known.id",
    )
      .bind(thread)
      .first<number>("n");
  expect(await rows()).toBe(2);
  await DB.prepare("DELETE FROM messages WHERE thread_id = ?").bind(thread).run();
  expect(await rows()).toBe(1);
  await DB.prepare("DELETE FROM threads WHERE id = ?").bind(thread).run();
  expect(await rows()).toBe(0);
});

test("a search does not find the words of a deleted document in the answers that quote it", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The keeper of the lighthouse is Barnaby Quill.", {
    name: "keeper.txt",
  });
  const thread = await startThread(ada, ada.personalId, { label: "Tower" });
  await sendMessage(ada, thread, "Who is the keeper of the lighthouse?");
  expect(await found(ada, "barnaby")).toEqual([thread]);
  await tombstone(ada, "asset", [assetId]);
  expect(await found(ada, "barnaby")).toEqual([]);
  const [hit] = (await search(ada, "keeper")).body.data.threads;
  expect(hit?.messages).toMatchObject([{ excerpt: "Who is the keeper of the lighthouse?" }]);
  await restore(ada, "asset", [assetId]);
  expect(await found(ada, "barnaby")).toEqual([thread]);
});

test("a search covers the shown version of an answer alone", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The ferry to Skye leaves at nine.", { name: "ferry.txt" });
  const thread = await startThread(ada, ada.personalId, { label: "Ferry" });
  await sendMessage(ada, thread, "When does the ferry leave?");
  const [question, first] = await storedMessages(thread);
  await DB.prepare("UPDATE messages SET content = 'At noon, or never.' WHERE id = ?")
    .bind(first?.row_id)
    .run();
  expect(await found(ada, "noon")).toEqual([thread]);
  await askAgain(ada, thread, question!.id);
  await runAllJobs();
  expect(await found(ada, "noon")).toEqual([]);
  expect(await found(ada, "skye")).toEqual([thread]);
  await chooseAnswer(ada, thread, question!.id, first!.id);
  expect(await found(ada, "noon")).toEqual([thread]);
});

test("a search finds words of every script, and takes the signs of a query language as text", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId, { label: "我们的知识工作区" });
  await sendMessage(ada, thread, "Schreib an die E-Mail der Übersetzer, nicht OR NEAR(a).", TEXT);
  for (const words of ["知识", "作区", "ubersetzer", "e-mail", "E MAIL", "or near(a", "NEAR"])
    expect([words, await found(ada, words)]).toEqual([words, [thread]]);
  for (const words of ["识知", "mail-e", "*", '"', "near(b)", "schreib*er", "-", "words:schreib"])
    expect([words, await found(ada, words)]).toEqual([words, []]);
  const { body } = await search(ada, "知识");
  expect(body.data.threads[0]?.matched).toEqual(["知识"]);
});

test("a search among thousands of matching threads examines the newest, says so, and reads few rows", async () => {
  const ada = await signUp();
  const ids = await insertThreads(ada, ada.personalId, 3_000, (at) => `Herring ${at}`);
  const { data } = (await search(ada, "herring", { limit: 2 })).body;
  expect(data).toMatchObject({ truncated: true, hasMore: true, threads: [{ threadId: ids.at(-1) }, {}] });
  expect(await found(ada, "herring", { limit: 2, offset: 2 })).toEqual([ids.at(-3), ids.at(-4)]);
  expect(await found(ada, "herring 17")).toEqual([ids[17]]);
  const statementOf = (words: string) =>
    findThreadsByWords(createDatabase(DB), sql`${ada.userId}`, {
      match: parseThreadQuery(words).match,
      collectionIds: [],
      limit: 20,
      offset: 0,
    });
  expect(await rowsReadBy(statementOf("herring"))).toBeLessThan(20 * MAX_THREAD_HITS);
  expect(await rowsReadBy(statementOf("herring 17"))).toBeLessThan(100);
  const plan = (await queryPlanOf(statementOf("herring"))).join("\n");
  expect(plan).not.toMatch(/SCAN (?:threads|th|thread_numbers|known|collections|messages)\b/);
});

test("a question writes as few rows of the word index as a message, whatever their lengths", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId, { label: "Rows" });
  const insert = async (position: number, kind: string, state: string, inReplyTo: string | null) =>
    await DB.prepare(
      `INSERT INTO messages (id, thread_id, position, kind, content, state, in_reply_to, variant, created_at, created_by, modified_at, modified_by)
      VALUES (?1, ?2, ?3, ?4, 'Some words of a message', ?5, ?6, iif(?6 IS NULL, NULL, 1), 0, ?7, 0, ?7)`,
    )
      .bind(`msg_${position}_${thread}`, thread, position, kind, state, inReplyTo, ada.userId)
      .run();
  const words = async (): Promise<number> =>
    (await DB.prepare("SELECT count(*) AS n FROM thread_words_docsize").first<number>("n")) ?? 0;
  const before = await words();
  await insert(1, "prompt", "done", null);
  await insert(2, "text", "pending", `msg_1_${thread}`);
  expect(await words()).toBe(before);
  const { meta } = await DB.prepare("UPDATE messages SET state = 'done', content = ?1 WHERE id = ?2")
    .bind("A much longer answer. ".repeat(50), `msg_2_${thread}`)
    .run();
  expect(await words()).toBe(before + 1);
  expect(meta.rows_written).toBeLessThan(12);
});
