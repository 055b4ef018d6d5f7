import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { createDatabase, type Statement } from "../../src/storage/d1/database.ts";
import { findAccounts, mergeStatements } from "../../src/storage/d1/merge-store.ts";
import { readBeforeAnyWrites } from "../support/d1-batches.ts";
import { testEnv } from "../support/env.ts";
import { call } from "../support/http.ts";
import { columnsLeft, fillAccount, merge, watchBatches } from "../support/merge.ts";
import { type Person, signUp } from "../support/people.ts";
import { createCollection } from "../support/workspace.ts";

afterEach(() => vi.restoreAllMocks());

const one = async <T>(query: string, ...values: unknown[]): Promise<T | null> =>
  await testEnv.DB.prepare(query)
    .bind(...values)
    .first<T>();
const grantsOf = async (userId: string, collectionId: string): Promise<string[]> => {
  const query = "SELECT action FROM grants WHERE user_id = ? AND collection_id = ? ORDER BY action";
  return (await testEnv.DB.prepare(query).bind(userId, collectionId).all<{ action: string }>()).results.map(({ action }) => action);
};

async function newPair(): Promise<[ada: Person, old: Person]> {
  return [await signUp(), await signUp("old")];
}

test("ten thousand records are merged by as many statements as ten, and all or nothing", async () => {
  const [few, many] = [await newPair(), await newPair()];
  await fillAccount(few[1], 1);
  const rows = await fillAccount(many[1], 1000);
  expect(rows).toBeGreaterThanOrEqual(10_000);
  const counted = watchBatches();
  expect((await merge(...few)).status).toBe(200);
  const small = counted.splice(0);
  vi.restoreAllMocks();
  watchBatches("SELECT json_extract('{}', 'broken')");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const held = await one<{ n: number }>("SELECT count(*) AS n FROM messages WHERE created_by = ?", many[1].userId);
  expect((await merge(...many)).status).toBe(500);
  vi.restoreAllMocks();
  expect([held?.n, await one("SELECT count(*) AS n FROM messages WHERE created_by = ?", many[1].userId)]).toEqual([1000, held]);
  expect(await one("SELECT lifecycle_state AS s FROM users WHERE id = ?", many[1].userId)).toEqual({ s: "active" });
  const large = watchBatches();
  const { status, body } = await merge(...many);
  expect([status, large]).toEqual([200, small]);
  expect([body.data.threads.threads.length, body.data.tokens.length]).toEqual([1000, 2000]);
  vi.restoreAllMocks();
  expect(await columnsLeft(many[1])).toEqual([]);
});

const db = createDatabase(testEnv.DB);
const merging = { oldUserId: newId("user"), newUserId: newId("user"), reason: "x", by: newId("user"), at: new Date(0) };
const statements = { accounts: findAccounts(db, [merging.oldUserId]), ...mergeStatements(db, merging) };

/** Built queries have `toSQL`, raw ones `getQuery`. */
function queryOf(statement: Statement): { sql: string; params: unknown[] } {
  const { toSQL, getQuery } = statement as unknown as Record<"toSQL" | "getQuery", (() => { sql: string; params: unknown[] }) | undefined>;
  return (toSQL ?? getQuery)!.call(statement);
}

test.each(Object.entries(statements))("%s finds its rows by an index, and no others", async (_, statement) => {
  const { sql: text, params } = queryOf(statement);
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...params)
    .all<{ detail: string }>();
  const details = plan.results.map((row) => row.detail);
  expect(details.length).toBeGreaterThan(0);
  expect(details.filter((detail) => detail.startsWith("SCAN") && !detail.startsWith("SCAN (subquery"))).toEqual([]);
});

type Pair = readonly [into: "ada" | "old" | "third", old: "ada" | "old"];
const EXCLUSIVE: Readonly<Record<string, readonly Pair[]>> = {
  "each into the other": [
    ["ada", "old"],
    ["old", "ada"],
    ["ada", "old"],
  ],
  "one into two others": [
    ["ada", "old"],
    ["third", "old"],
    ["ada", "old"],
    ["third", "old"],
  ],
};

test.each(Object.entries(EXCLUSIVE))("of merges at once that exclude each other exactly one happens: %s", async (_, pairs) => {
  const [ada, old] = await newPair();
  const people = { ada, old, third: await signUp("third") };
  readBeforeAnyWrites(pairs.length, [ada.userId, old.userId]);
  const answers = await Promise.all(pairs.map(([into, from]) => merge(people[into], people[from])));
  expect(answers.map(({ body }) => body.code).sort()).toEqual([...pairs.slice(1).map(() => "failed_precondition"), "ok"]);
  const merged = "SELECT count(*) AS n FROM users WHERE id IN (?, ?, ?) AND lifecycle_state = 'merged'";
  expect(await one(merged, ada.userId, old.userId, people.third.userId)).toEqual({ n: 1 });
});

test("what is created and shared while a merge runs belongs to the new user, whoever was first", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ada, old] = await newPair();
    const other = await signUp("other");
    const folder = await createCollection(other, other.personalId, "Shared");
    readBeforeAnyWrites(4, [ada.userId, old.userId, other.userId]);
    const sharing = { actions: ["write"], collectionIds: [folder], shareTo: [], shareToEmails: [old.email] };
    const [merged, created, shared, given] = await Promise.all([
      merge(ada, old),
      call("POST", `/v1/collection/${old.personalId}`, { token: old.token, body: { label: "Racing" } }),
      call("POST", "/v1/share-collections", { token: other.token, body: sharing }),
      call("POST", "/v1/share-collections", {
        token: old.token,
        body: { actions: ["read"], collectionIds: [old.personalId], shareTo: [other.userId], shareToEmails: [] },
      }),
    ]);
    expect([merged.status, created.status, shared.status, given.status]).toEqual([200, 200, 200, 200]);
    vi.restoreAllMocks();
    expect(await grantsOf(ada.userId, folder)).toEqual(["write"]);
    expect(await grantsOf(other.userId, old.personalId)).toEqual(["read"]);
    expect(await columnsLeft(old)).toEqual([]);
  }
});
