import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { findAccounts, mergeStatements } from "../../../src/storage/d1/users/merge.ts";
import { recordMergeChanges } from "../../../src/storage/d1/users/merge-changes.ts";
import { testEnv } from "../../support/setup/env.ts";
import { remainingColumns, fillAccount, merge, watchBatches } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

afterEach(() => vi.restoreAllMocks());

const one = async <T>(query: string, ...values: unknown[]): Promise<T | null> =>
  await testEnv.DB.prepare(query)
    .bind(...values)
    .first<T>();
async function newPair(): Promise<[ada: Person, old: Person]> {
  return [await signUp(), await signUp("old")];
}

test("merging ten thousand records is atomic and needs as many statements as merging ten", async () => {
  const [few, many] = [await newPair(), await newPair()];
  await fillAccount(few[1], 1);
  const rows = await fillAccount(many[1], 1000);
  expect(rows).toBeGreaterThanOrEqual(10_000);
  const counted = watchBatches(few);
  expect((await merge(...few)).status).toBe(200);
  const small = counted.splice(0);
  vi.restoreAllMocks();
  watchBatches(many, "SELECT json_extract('{}', 'broken')");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const held = await one<{ n: number }>(
    "SELECT count(*) AS n FROM messages WHERE created_by = ?",
    many[1].userId,
  );
  expect((await merge(...many)).status).toBe(500);
  vi.restoreAllMocks();
  expect({
    n: held?.n,
    one: await one("SELECT count(*) AS n FROM messages WHERE created_by = ?", many[1].userId),
  }).toEqual({
    n: 1000,
    one: held,
  });
  expect(await one("SELECT lifecycle_state AS s FROM users WHERE id = ?", many[1].userId)).toEqual({
    s: "active",
  });
  const large = watchBatches(many);
  const { status, body } = await merge(...many);
  expect({ status, large }).toEqual({ status: 200, large: small });
  expect([body.data.threads.threads.length, body.data.tokens.length]).toEqual([1000, 2000]);
  vi.restoreAllMocks();
  expect(await remainingColumns(many[1])).toEqual([]);
});

const db = createDatabase(testEnv.DB);
const merging = {
  oldUserId: newId("user"),
  newUserId: newId("user"),
  reason: "x",
  by: newId("user"),
  at: new Date(0),
};
const recording = recordMergeChanges(db, newId("op"), merging).map(
  (statement, at) => [`record ${at}`, statement] as const,
);
const statements = {
  accounts: findAccounts(db, [merging.oldUserId]),
  ...mergeStatements(db, merging),
  ...Object.fromEntries(recording),
};

test.each(Object.entries(statements))("%s finds exactly its rows through an index", async (_, statement) => {
  const details = await queryPlanOf(statement);
  expect(details.length).toBeGreaterThan(0);
  expect(
    details.filter((detail) => detail.startsWith("SCAN") && !detail.startsWith("SCAN (subquery")),
  ).toEqual([]);
});
