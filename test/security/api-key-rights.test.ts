/**
 * Promise: An API key never exceeds its user's current rights, its actions or its collections; it cannot
 * manage keys, share, merge or sign in. Attack: A program received the whole token of its user. A program
 * that should read one folder could share the organization.
 */
import { expect, test } from "vitest";
import { ACTIONS, type Action, effectiveActions } from "../../src/domain/access.ts";
import { operations } from "../../src/http/operations.ts";
import { withGrants } from "../../src/storage/d1/core/database.ts";
import { createKey } from "../support/http/create-key.ts";
import { call } from "../support/http/call.ts";
import { signUp } from "../support/http/person.ts";
import { startThread } from "../support/http/threads.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

const FOR_PEOPLE = [
  "syncUser",
  "mergeUsers",
  "createApiKey",
  "listApiKeys",
  "revokeApiKey",
  "shareCollections",
  "modifyCollectionPermissions",
];

test("operations that only people may call take no API key", () => {
  expect(operations.filter(({ id, acceptsKeys: byKey }) => FOR_PEOPLE.includes(id) && byKey)).toEqual([]);
  // A dry run of access reads the grants of all users.
  expect(
    operations.filter(({ acceptsKeys: byKey, takesDryRun }) => byKey && takesDryRun === "access"),
  ).toEqual([]);
  expect(operations.filter(({ id }) => FOR_PEOPLE.includes(id))).toHaveLength(FOR_PEOPLE.length);
});

/** The actions that the service reports for the caller on a thread of the collection. */
async function heldOn(token: string, collectionId: string): Promise<Action[]> {
  const { status, body } = await call("GET", `/v1/collection/${collectionId}/threads?limit=1`, { token });
  return status === 404 ? [] : body.data.result.entities[0].actions;
}

test.each(ACTIONS)(
  "for a grant to %s a key holds the intersection of both, for each action a key can have",
  async (granted) => {
    const [ada, bob] = [await signUp(), await signUp("bob")];
    const folder = await createCollection(ada, ada.personalId, "Folder");
    const inner = await createCollection(ada, folder, "Inner");
    await startThread(ada, folder);
    await startThread(ada, inner);
    await share(ada, folder, bob, [granted]);
    expect(await heldOn(bob.token, folder)).toEqual(effectiveActions([granted]));
    for (const action of ACTIONS) {
      const both = effectiveActions([granted]).filter((each) => effectiveActions([action]).includes(each));
      for (const collectionIds of [[], [folder], [inner]]) {
        const { key } = await createKey(bob, { actions: [action], collectionIds });
        expect({ action, heldOn: await heldOn(key, inner) }).toEqual({ action, heldOn: both });
        expect({ action, heldOn: await heldOn(key, folder) }).toEqual({
          action,
          heldOn: collectionIds[0] === inner ? [] : both,
        });
      }
    }
  },
);

test.each([
  "INSERT INTO grants (id) VALUES (1)",
  'insert into "grants" ("id") values (?)',
  "INSERT OR IGNORE INTO grants SELECT 1",
  "UPDATE grants SET action = 'own'",
  "UPDATE OR IGNORE grants SET action = 'own'",
  "DELETE FROM grants WHERE id = 1",
  'delete from "grants"',
])("no SQL statement under a key changes a grant: %s", (statement) => {
  expect(() => withGrants(statement, "SELECT 1")).toThrow("changes no grants");
});

test("each form of a statement reads the key's effective rights instead of the grants", () => {
  const view = "SELECT 1";
  expect(withGrants("SELECT * FROM grants", view)).toBe("WITH grants AS (SELECT 1) SELECT * FROM grants");
  expect(withGrants("with a as (select 1) select * from grants", view)).toBe(
    "WITH grants AS (SELECT 1), a as (select 1) select * from grants",
  );
  expect(withGrants("WITH RECURSIVE a AS (SELECT 1) SELECT * FROM grants", view)).toBe(
    "WITH RECURSIVE grants AS (SELECT 1), a AS (SELECT 1) SELECT * FROM grants",
  );
  expect(withGrants("SELECT 1 FROM users", view)).toBe("SELECT 1 FROM users");
});
