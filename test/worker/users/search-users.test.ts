import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asciiLower } from "../../../src/domain/ascii-lower.ts";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { selectContacts } from "../../../src/storage/d1/users/select-contacts.ts";
import { queryPlanOf, rowsReadBy } from "../../support/assertions/query-plan.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { invite, modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

let mark: string;
/** Names of other tests must not match. */
beforeEach(() => {
  mark = `M${crypto.randomUUID().slice(0, 8)}`;
});

/** Signs a user up whose name begins with this test's mark. */
async function person(name: string): Promise<Person> {
  const one = await signUp(name);
  await testEnv.DB.prepare("UPDATE users SET display_name = ? WHERE id = ?")
    .bind(`${mark} ${name}`, one.userId)
    .run();
  return one;
}

async function find({ token }: Person, namePrefix: string, limit?: number) {
  const body = { namePrefix: `${mark} ${namePrefix}`, ...(limit === undefined ? {} : { limit }) };
  return await call("searchUsers", { token, body });
}

async function names(by: Person, namePrefix = ""): Promise<string[]> {
  const { data } = (await find(by, namePrefix)).body;
  return data.users.map(({ displayName }) => displayName.slice(mark.length + 1));
}

test("an owner finds all members of the organization by name, with the addresses that the owner entered", async () => {
  const ada = await person("ada");
  const [grace, gregor, hedy] = [await person("Grace"), await person("gregor"), await person("Hedy")];
  const top = await createCollection(ada, ada.rootId, "Top");
  const below = await createCollection(ada, top, "Below");
  await invite(ada, [top], [grace.email], ["read"]);
  await share(ada, below, gregor, ["read"]);
  await share(ada, below, hedy, ["read"]);
  await share(ada, top, gregor, ["chat"]);
  const { body, trips } = await find(ada, "GR");
  expect(trips).toBe(1);
  expect(body.data).toEqual({
    users: [
      { id: grace.userId, displayName: `${mark} Grace`, pictureURL: "", email: asciiLower(grace.email) },
      { id: gregor.userId, displayName: `${mark} gregor`, pictureURL: "", email: "" },
    ],
    truncated: false,
  });
  expect(await names(ada)).toEqual(["Grace", "gregor", "Hedy"]);
});

test("a user finds neither strangers nor members of collections without share", async () => {
  const [ada, bob, cyd, eve] = [
    await person("ada"),
    await person("bob"),
    await person("cyd"),
    await person("eve"),
  ];
  const [open, closed] = [
    await createCollection(ada, ada.rootId, "Open"),
    await createCollection(ada, ada.rootId, "Closed"),
  ];
  await share(ada, open, bob, ["write"]);
  await share(ada, open, cyd, ["read"]);
  await share(ada, closed, eve, ["read"]);
  expect(await names(bob)).toEqual([]);
  await share(ada, open, bob, ["share"]);
  expect(await names(bob)).toEqual(["ada", "cyd"]);
  await modifyPermissions(ada, open, bob.userId, ["write"]);
  expect(await names(bob)).toEqual([]);
  expect(await names(eve)).toEqual([]);
});

test("the result is limited, ordered by name, and says that more users match", async () => {
  const ada = await person("ada");
  for (const name of ["c", "b", "a"]) await share(ada, ada.rootId, await person(name), ["read"]);
  const { data } = (await find(ada, "", 2)).body;
  expect({
    names: data.users.map(({ displayName }) => displayName.at(-1)),
    truncated: data.truncated,
  }).toEqual({
    names: ["a", "b"],
    truncated: true,
  });
  expect((await find(ada, "", 3)).body.data.truncated).toBe(false);
  expect((await find(ada, "", 51)).body.code).toBe("invalid_argument");
});

test("wildcards match themselves, and suspended users are not found", async () => {
  const ada = await person("ada");
  const bob = await person("bob");
  await share(ada, ada.rootId, bob, ["read"]);
  expect([await names(ada, "b%"), await names(ada, "_"), await names(ada, "bob")]).toEqual([[], [], ["bob"]]);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  expect(await names(ada, "bob")).toEqual([]);
});

test("a search in 5,000 collections with 5,000 members reads only the matching members", async () => {
  const ada = await person("ada");
  const rows = Array.from({ length: 5_000 }, (_, at) => ({
    id: newId("user"),
    col: newId("col"),
    grant: newId("perm"),
    name: `${mark} ${at}`,
  }));
  const { organizationId, tenantId, userId, rootId } = ada;
  const insert = async (text: string, ...values: string[]) =>
    await testEnv.DB.prepare(text)
      .bind(JSON.stringify(rows), organizationId, userId, ...values)
      .run();
  await insert(
    `INSERT INTO users (id, slug, email, display_name, organization_id, tenant_id, created_at, created_by, modified_at, modified_by)
      SELECT value ->> 'id', value ->> 'id', value ->> 'id', value ->> 'name', ?2, ?4, 0, ?3, 0, ?3 FROM json_each(?1)`,
    tenantId,
  );
  await insert(
    `INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, created_at, created_by, modified_at, modified_by)
      SELECT value ->> 'col', ?2, ?4, ?5, 'collection', 'Folder', ?5 || '/' || (value ->> 'col') || '/', 1, 0, ?3, 0, ?3 FROM json_each(?1)`,
    tenantId,
    rootId,
  );
  await insert(
    `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT value ->> 'grant', value ->> 'id', ?4, ?2, 'read', 0, ?3 FROM json_each(?1)`,
    rootId,
  );
  expect((await find(ada, "49")).body.data).toMatchObject({ truncated: true, users: { length: 10 } });
  const statement = selectContacts(createDatabase(testEnv.DB), sql`${userId}`, `${mark} 49`, 11);
  expect(await rowsReadBy(statement)).toBeLessThan(200);
  const plan = (await queryPlanOf(statement)).join("\n");
  expect(plan).toContain("USING COVERING INDEX collection_members_by_name (collection_id=? AND listed=? AND");
  expect(plan).not.toMatch(/SCAN (?:collections|below|top|users|grants|collection_members)/);
  await insert(
    `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT 'perm_' || (value ->> 'col'), value ->> 'id', value ->> 'col', ?2, 'read', 0, ?3 FROM json_each(?1)`,
  );
  expect((await find(ada, "4999")).body.data).toMatchObject({
    truncated: true,
    users: [{ id: rows[4_999]?.id }],
  });
  expect(await rowsReadBy(statement)).toBeLessThan(12_000);
}, 60_000);
