import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { actorOf, actorOfKey, type SQL, userOf } from "../../../src/storage/d1/core/access.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { placeholderFor, statementCache } from "../../../src/storage/d1/core/statement-cache.ts";
import { testEnv } from "../../support/setup/env.ts";

const db = createDatabase(testEnv.DB);

interface Row {
  readonly who: string | null;
  readonly id: string;
  readonly at: number;
}

/** Queries for a caller and a parameter, with a count of how often they were built. */
function asking() {
  let writes = 0;
  const prepared = statementCache<{ one: ReturnType<typeof rowsOf>; other: ReturnType<typeof rowsOf> }>();
  const ask = (actor: SQL, id: string, limit: number, kind = "any") =>
    prepared(actor, kind, { id, limit }, (by) => {
      writes += 1;
      return { one: rowsOf(by, 1), other: rowsOf(by, 2) };
    });
  return { ask, writes: () => writes };
}

const rowsOf = (actor: SQL, at: number) =>
  db.build.all<Row>(
    sql`SELECT ${actor} AS who, ${placeholderFor("id")} AS id, ${at} AS at FROM (SELECT 1 UNION SELECT 2) LIMIT ${placeholderFor("limit")}`,
  );

test("a cached statement runs with the next caller's values without being built again", async () => {
  const { ask, writes } = asking();
  const first = ask(userOf("ada"), 'it\'s "?" one', 1);
  const second = ask(userOf("bob"), "two", 2);
  const both = await db.read({ first: first.one, second: second.one, again: first.other });
  expect(both).toEqual({
    first: [{ who: "ada", id: 'it\'s "?" one', at: 1 }],
    second: [
      { who: "bob", id: "two", at: 1 },
      { who: "bob", id: "two", at: 1 },
    ],
    again: [{ who: "ada", id: 'it\'s "?" one', at: 2 }],
  });
  expect(writes()).toBe(1);
});

test("identities, keys, ids and each kind have their own prepared statements", async () => {
  const { ask, writes } = asking();
  const now = new Date();
  const actors = [
    userOf("ada"),
    actorOf("https://one.example", "ada"),
    actorOf("https://two.example", "bob"),
    actorOfKey("key", now),
  ];
  const asked = Object.fromEntries(actors.map((actor, at) => [`by${at}`, ask(actor, "it", 1).one]));
  const found = await db.read(asked);
  expect(Object.values(found).map((rows) => (rows as Row[])[0]?.who)).toEqual(["ada", null, null, null]);
  expect(writes()).toBe(3);
  ask(userOf("ada"), "it", 1, "another");
  expect(writes()).toBe(4);
});

test("a placeholder without a value is an error before any query", async () => {
  const prepared = statementCache<{ one: ReturnType<typeof rowsOf> }>();
  const { one } = prepared(userOf("ada"), "any", { id: "it" }, (by) => ({ one: rowsOf(by, 1) }));
  await expect(db.read({ one })).rejects.toThrow('"limit"');
});
