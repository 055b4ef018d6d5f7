import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const [PAGE, MEMBERS] = [50, 1_000];
const { DB } = testEnv;
let ada: Person;
/** Ids of nested collections, from the root down. */
let path: string[];

beforeAll(async () => {
  ada = await signUp();
  const middle = await createCollection(ada, ada.rootId, "Middle");
  path = [ada.rootId, middle, await createCollection(ada, middle, "Leaf")];
});

const run = async (query: string, ...values: unknown[]) =>
  await DB.prepare(query)
    .bind(...values)
    .run();

/**
 * Adds users with these names.
 * @returns their ids, in the order of the names
 */
async function addPeople(names: readonly string[]): Promise<string[]> {
  const rows = names.map((name) => ({ id: newId("user"), name }));
  await run(
    `INSERT INTO users (id, slug, email, display_name, organization_id, tenant_id, created_at, created_by, modified_at, modified_by)
      SELECT value ->> 'id', value ->> 'id', (value ->> 'id') || '@example.com', value ->> 'name', ?1, ?2, 0, ?3, 0, ?3 FROM json_each(?4)`,
    newId("org"),
    ada.tenantId,
    ada.userId,
    JSON.stringify(rows),
  );
  return rows.map(({ id }) => id);
}

async function give(userIds: readonly string[], collectionId: string, action: string): Promise<void> {
  await run(
    `INSERT OR IGNORE INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT 'perm_' || hex(randomblob(16)), value, ?1, ?2, ?3, 0, ?4 FROM json_each(?5)`,
    collectionId,
    ada.organizationId,
    action,
    ada.userId,
    JSON.stringify(userIds),
  );
}

async function list(collectionId: string, query: string) {
  const { body, headers } = await call("GET", `/v1/collection-access/${collectionId}?${query}`, {
    token: ada.token,
  });
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);
  return { records: body.data.records as any[], count: body.data.pagination.count as number, rows };
}

/** Compares the members of each collection and their number with the grants. */
async function expectMembersKept(): Promise<void> {
  const kept =
    "SELECT collection_id AS c, user_id AS u, name, shows_address AS shows, listed FROM collection_members ORDER BY 1, 2";
  const wanted = `SELECT g.collection_id AS c, g.user_id AS u, coalesce(u.display_name, '') AS name, max(g.shows_address) AS shows,
    coalesce(u.lifecycle_state IN ('active', 'suspended'), 0) AS listed FROM grants g LEFT JOIN users u ON u.id = g.user_id GROUP BY 1, 2 ORDER BY 1, 2`;
  expect((await DB.prepare(kept).all()).results).toEqual((await DB.prepare(wanted).all()).results);
  const counts = `SELECT id FROM collections c
    WHERE member_count <> (SELECT count(*) FROM collection_members m WHERE m.collection_id = c.id AND m.listed = 1)`;
  expect((await DB.prepare(counts).all()).results).toEqual([]);
}

const change = fc.oneof(
  fc.record({
    kind: fc.constant("give" as const),
    who: fc.nat(9),
    where: fc.nat(2),
    action: fc.constantFrom("read", "chat", "own"),
  }),
  fc.record({
    kind: fc.constant("take" as const),
    who: fc.nat(9),
    where: fc.nat(2),
    action: fc.constantFrom("read", "chat"),
  }),
  fc.record({
    kind: fc.constant("rename" as const),
    who: fc.nat(9),
    name: fc.constantFrom("anna", "Anna", "Bea", ""),
  }),
  fc.record({
    kind: fc.constant("state" as const),
    who: fc.nat(9),
    state: fc.constantFrom("active", "suspended", "deleted"),
  }),
  fc.record({ kind: fc.constant("pass" as const), who: fc.nat(9), to: fc.nat(9) }),
);

const SORTS = [
  "",
  "sortableName",
  "-sortableName",
  "accessType,-sortableName",
  "email",
  "-email",
  "sortableName,email",
  "accessType",
];

test("the pages of members together list all members in order after any grants, revocations, renames and merges", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 5, maxLength: 25 }),
      fc.constantFrom(...SORTS),
      async (changes, sort) => {
        const people = await addPeople(
          Array.from({ length: 10 }, (_, at) => ["anna", "Anna", "bob", "Cy", "\u00c4nne"][at % 5] ?? ""),
        );
        const one = (at: number): string => people[at] ?? "";
        for (const each of changes) {
          if (each.kind === "give") await give([one(each.who)], path[each.where] ?? "", each.action);
          if (each.kind === "take")
            await run(
              "DELETE FROM grants WHERE user_id = ? AND collection_id = ? AND action = ?",
              one(each.who),
              path[each.where],
              each.action,
            );
          if (each.kind === "rename")
            await run("UPDATE users SET display_name = ? WHERE id = ?", each.name, one(each.who));
          if (each.kind === "state")
            await run("UPDATE users SET lifecycle_state = ? WHERE id = ?", each.state, one(each.who));
          if (each.kind === "pass")
            await run(
              "UPDATE OR IGNORE grants SET user_id = ? WHERE user_id = ?",
              one(each.to),
              one(each.who),
            );
        }
        await expectMembersKept();
        const leaf = path[2] ?? "";
        const all = await list(leaf, `limit=1000&sort=${sort}`);
        const held = `SELECT DISTINCT g.user_id AS id FROM grants g JOIN users u ON u.id = g.user_id AND u.lifecycle_state IN ('active', 'suspended')
        WHERE g.collection_id IN (SELECT value FROM json_each(?))`;
        const members = (await DB.prepare(held).bind(JSON.stringify(path)).all<{ id: string }>()).results.map(
          ({ id }) => id,
        );
        const shown = all.records.map((record) => idFromBytes("user", record.user_id));
        expect([all.count, shown.toSorted()]).toEqual([members.length, members.toSorted()]);
        const pages = [];
        for (let offset = 0; offset < members.length; offset += 3)
          pages.push(...(await list(leaf, `limit=3&offset=${offset}&sort=${sort}`)).records);
        expect(pages).toEqual(all.records);
        if (sort.endsWith("sortableName")) {
          const names = shown.map((id, at) => [
            all.records[at].sortableName.replaceAll(/[A-Z]/g, (letter: string) => letter.toLowerCase()),
            id,
          ]);
          const compare = (a = "", b = ""): number =>
            (a < b ? -1 : a > b ? 1 : 0) * (sort.includes("-") ? -1 : 1);
          expect(names).toEqual(names.toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1])));
        }
        await run(
          "DELETE FROM grants WHERE user_id IN (SELECT value FROM json_each(?))",
          JSON.stringify(people),
        );
      },
    ),
    { numRuns: 12 },
  );
});

test("a page of members by name reads at most 6 rows for each member, and 60, whatever their number", async () => {
  const crowd = await addPeople(
    Array.from({ length: MEMBERS }, (_, at) => `Person ${(at * 7_919) % MEMBERS}`),
  );
  await give(crowd, path[2] ?? "", "read");
  await give(crowd, path[2] ?? "", "chat");
  await give(crowd.slice(0, 5), path[0] ?? "", "read");
  for (const sort of ["", "sortableName", "-sortableName", "accessType"]) {
    const { records, count, rows } = await list(path[2] ?? "", `limit=${PAGE}&sort=${sort}`);
    expect([sort, records.length, count]).toEqual([sort, PAGE, MEMBERS + 1]);
    expect(rows).toBeLessThanOrEqual(6 * PAGE + 60);
  }
});
