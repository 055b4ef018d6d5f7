import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const all = async (query: string) => (await testEnv.DB.prepare(query).all()).results;

/** The differences between the stored recent threads with their counts and the actual threads and links. */
async function findWrong(): Promise<unknown[]> {
  const isRight = `rt.listed = (t.lifecycle_state <> 'deleted') AND rt.label = t.label AND rt.thread_created_at = t.created_at
    AND rt.changed_at IS CASE WHEN (SELECT count(*) FROM recent_threads WHERE thread_id = rt.thread_id) <= 8 THEN t.modified_at END AND rt.places IN (rt.thread_id,
    (SELECT CASE WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = rt.thread_id ORDER BY collection_id)))`;
  const counts = `SELECT user_id, places, count(*) FROM recent_threads WHERE listed = 1 GROUP BY user_id, places
    UNION ALL SELECT user_id, '', count(*) FROM recent_threads GROUP BY user_id`;
  const kept = "SELECT user_id, places, threads FROM recent_thread_counts";
  return [
    ...(await all(
      `SELECT rt.* FROM recent_threads rt LEFT JOIN threads t ON t.id = rt.thread_id WHERE t.id IS NULL OR NOT (${isRight})`,
    )),
    ...(await all(
      `SELECT * FROM (${counts} EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT SELECT * FROM (${counts}))`,
    )),
  ];
}

const insertThread = async (id: string, userId: string, home = "col_0", at = 0) =>
  await runSql(
    `INSERT INTO threads (id, organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by)
      VALUES (?1, 'org', 'tenant', ?2, ?1, ?4, ?3, ?4, ?3) ON CONFLICT DO NOTHING`,
    id,
    home,
    userId,
    at,
  );

const link = async (threadId: string, collectionId: string) =>
  await runSql(
    `INSERT INTO thread_collections (id, thread_id, collection_id, created_at, created_by) SELECT ?1, ?2, ?3, 0, '' WHERE EXISTS
      (SELECT 1 FROM threads WHERE id = ?2) AND NOT EXISTS (SELECT 1 FROM thread_places WHERE thread_id = ?2 AND collection_id = ?3)`,
    newId("threadcol"),
    threadId,
    collectionId,
  );

const write = async (userId: string, threadId: string, at: number) =>
  await runSql(
    `INSERT INTO recent_threads (user_id, thread_id, at) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM threads WHERE id = ?2)
      ON CONFLICT (user_id, thread_id) DO UPDATE SET at = max(at, excluded.at)`,
    userId,
    threadId,
    at,
  );

beforeEach(async () => {
  for (const table of ["threads", "thread_collections", "recent_threads"])
    await runSql(`DELETE FROM ${table}`);
});

const step = fc.record({
  what: fc.constantFrom(
    "make",
    "make",
    "write",
    "write",
    "link",
    "link",
    "link",
    "unlink",
    "delete",
    "restore",
    "rename",
    "change",
    "change",
    "purge",
    "forget",
  ),
  user: fc.nat(2),
  thread: fc.nat(5),
  collection: fc.nat(11),
});

test("counts and copies in recent threads match threads and links after any change", async () => {
  const wrong: unknown[] = [];
  for (const [done, { what, ...drawn }] of fc.sample(step, 500).entries()) {
    const [user, thread, collection] = [
      `user_${drawn.user}`,
      `thread_${drawn.thread}`,
      `col_${drawn.collection}`,
    ];
    if (what === "make") await insertThread(thread, user, collection);
    else if (what === "write") await write(user, thread, done);
    else if (what === "link") await link(thread, collection);
    else if (what === "unlink")
      await runSql(
        "DELETE FROM thread_collections WHERE thread_id = ? AND collection_id = ?",
        thread,
        collection,
      );
    else if (what === "delete")
      await runSql("UPDATE threads SET lifecycle_state = 'deleted' WHERE id = ?", thread);
    else if (what === "restore")
      await runSql("UPDATE threads SET lifecycle_state = 'active' WHERE id = ?", thread);
    else if (what === "rename")
      await runSql("UPDATE threads SET label = ?2 WHERE id = ?1", thread, collection);
    else if (what === "change")
      await runSql("UPDATE threads SET modified_at = ?2 WHERE id = ?1", thread, done);
    else if (what === "forget") await runSql("DELETE FROM recent_threads WHERE user_id = ?", user);
    else
      for (const of of ["threads WHERE id", "thread_collections WHERE thread_id"])
        await runSql(`DELETE FROM ${of} = ?`, thread);
    if (done % 10 === 9) wrong.push(...(await findWrong()));
  }
  expect(wrong).toEqual([]);
});

test("recent threads keep a user's newest 1,000, and trimming removes nothing of other users", async () => {
  await insertThread("thread_0", "user_other");
  const rows = JSON.stringify(Array.from({ length: 1_003 }, (_, at) => at));
  await runSql(
    `INSERT INTO threads (id, organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by)
      SELECT 'thread_a' || value, 'org', 'tenant', 'col_0', '', (value * 7) % 1003, 'user_0', 0, '' FROM json_each(?1)`,
    rows,
  );
  const kept =
    "SELECT user_id, count(*) AS count, min(at) AS oldest FROM recent_threads GROUP BY user_id ORDER BY user_id";
  expect(await all(kept)).toEqual([
    { user_id: "user_0", count: 1_000, oldest: 3 },
    { user_id: "user_other", count: 1, oldest: 0 },
  ]);
  await runSql("UPDATE threads SET lifecycle_state = 'deleted' WHERE created_at = 3");
  await insertThread("thread_b", "user_0", "col_0", 2_000);
  expect(await all(kept)).toMatchObject([{ count: 1_000, oldest: 4 }, {}]);
  expect(await findWrong()).toEqual([]);
});

test("the service counts threads with many members or links separately, so that a link changes few rows", async () => {
  const places = "SELECT places, count(*) AS count FROM recent_threads GROUP BY places ORDER BY places";
  await insertThread("thread_0", "user_0");
  for (let at = 1; at <= 119; at += 1) await write(`user_${at}`, "thread_0", at);
  expect(await all(places)).toEqual([
    { places: "col_0", count: 100 },
    { places: "thread_0", count: 20 },
  ]);
  await link("thread_0", "col_1");
  expect(await all(places)).toEqual([{ places: "thread_0", count: 120 }]);
  const { meta } = await link("thread_0", "col_2");
  expect(meta.rows_written).toBeLessThan(20);
  await insertThread("thread_1", "user_0");
  for (let at = 1; at <= 7; at += 1) await link("thread_1", `col_${at}`);
  expect((await all(places))[0]?.["places"]).toMatch(/^\["col_0"(,"col_\d"){7}\]$/);
  await link("thread_1", "col_8");
  expect(await all(places)).toMatchObject([{ places: "thread_0" }, { places: "thread_1", count: 1 }]);
  expect(await findWrong()).toEqual([]);
});

test("a thread's change time is copied for few members, and a message in a large thread writes no row of its members", async () => {
  const copies = `SELECT DISTINCT changed_at FROM recent_threads WHERE thread_id = 'thread_0'`;
  const change = async (at: number) =>
    await runSql("UPDATE threads SET modified_at = ? WHERE id = 'thread_0'", at);
  await insertThread("thread_0", "user_0", "col_0", 7);
  for (let at = 1; at <= 7; at += 1) await write(`user_${at}`, "thread_0", at);
  expect(await all(copies)).toEqual([{ changed_at: 7 }]);
  await change(8);
  expect(await all(copies)).toEqual([{ changed_at: 8 }]);
  for (let at = 8; at <= 20; at += 1) {
    await write(`user_${at}`, "thread_0", at);
    expect(await all(copies)).toEqual([{ changed_at: null }]);
  }
  const { meta } = await change(9);
  expect(meta.rows_written).toBeLessThan(10);
  expect(meta.rows_read).toBeLessThan(30);
  for (let at = 7; at <= 20; at += 1)
    await runSql("DELETE FROM recent_threads WHERE user_id = ?", `user_${at}`);
  expect(await all(copies)).toEqual([{ changed_at: null }]);
  await change(10);
  expect(await all(copies)).toEqual([{ changed_at: 10 }]);
  expect(await findWrong()).toEqual([]);
});
