/**
 * Promise: A move grants no right that the mover could not grant, and removes no owner unless the mover owns
 * the collection. Attack: A user with `write` and `share` moved a collection below one of their own and
 * became its owner. Another move removed the collection from its owners.
 */
import { afterEach, expect, test, vi } from "vitest";
import { interceptBatches } from "../support/faults/intercept-batches.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const { DB } = testEnv;

async function move(person: Person, collectionId: string, parentId: string): Promise<string> {
  const body = { collectionId, parentCollectionId: parentId };
  return (await call("POST", `/v1/collection/${collectionId}/move`, { token: person.token, body })).body.code;
}

async function parentOf(collectionId: string): Promise<string | null> {
  return await DB.prepare("SELECT parent_id FROM collections WHERE id = ?")
    .bind(collectionId)
    .first("parent_id");
}

async function give(to: Person, collectionId: string, action: string): Promise<void> {
  const insert = `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
    SELECT 'perm_' || hex(randomblob(16)), ?1, id, organization_id, ?2, 0, ?1 FROM collections WHERE id = ?3`;
  await DB.prepare(insert).bind(to.userId, action, collectionId).run();
}

async function take(from: Person, collectionId: string): Promise<void> {
  await DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
    .bind(from.userId, collectionId)
    .run();
}

/** Inserts grants of generated users, numbered from 1. */
async function addOwners(by: Person, collectionId: string, count: number): Promise<void> {
  const insert = `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
    SELECT 'perm_' || hex(randomblob(16)), 'user_' || value, c.id, c.organization_id, 'own', 0, ?1
    FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n)
    CROSS JOIN collections c ON c.id = ?2`;
  await DB.prepare(insert).bind(by.userId, collectionId, count).run();
}

/** Ada's organization; Eve may write and share `treasure`, and owns `lair`. */
async function createScene() {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const vault = await createCollection(ada, ada.rootId, "Vault");
  const treasure = await createCollection(ada, vault, "Treasure");
  const lair = await createCollection(ada, ada.rootId, "Lair");
  await share(ada, treasure, eve, ["write", "share"]);
  await share(ada, lair, eve, ["own"]);
  return { ada, eve, vault, treasure, lair };
}

test("a mover with write and share does not become owner of the moved collection", async () => {
  const { eve, vault, treasure, lair } = await createScene();
  expect(await move(eve, treasure, lair)).toBe("permission_denied");
  expect(await parentOf(treasure)).toBe(vault);
});

test("an accomplice who owns the destination's parent does not become owner either", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const mallory = await signUp("mallory");
  const den = await createCollection(ada, ada.rootId, "Den");
  const deep = await createCollection(ada, den, "Deep");
  await share(ada, den, mallory, ["own"]);
  await share(ada, deep, eve, ["write"]);
  expect(await move(eve, treasure, deep)).toBe("permission_denied");
  expect(await parentOf(treasure)).toBe(vault);
});

test("owners by inheritance keep ownership, unless the mover also owns the collection", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const bob = await signUp("bob");
  await share(ada, vault, bob, ["own"]);
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, eve, ["write"]);
  expect(await move(eve, treasure, open)).toBe("permission_denied");
  expect(await parentOf(treasure)).toBe(vault);
  await share(ada, treasure, eve, ["own"]);
  expect(await move(eve, treasure, open)).toBe("ok");
});

test("a suspended owner also keeps ownership", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const bob = await signUp("bob");
  await share(ada, vault, bob, ["own"]);
  await DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?").bind(bob.userId).run();
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, eve, ["write"]);
  expect(await move(eve, treasure, open)).toBe("permission_denied");
});

test("users with write and share can move if the owners hold own grants or own both parents", async () => {
  const { ada, eve, treasure } = await createScene();
  const [bob, cy] = [await signUp("bob"), await signUp("cy")];
  await share(ada, ada.rootId, bob, ["own"]);
  await share(ada, treasure, cy, ["own"]);
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, eve, ["write"]);
  await share(ada, open, cy, ["own"]);
  expect(await move(eve, treasure, open)).toBe("ok");
  expect(await parentOf(treasure)).toBe(open);
});

test("a move sees an owner who joins the new parent or leaves the old one between its read and its write", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const bob = await signUp("bob");
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, eve, ["write"]);
  for (const place of [open, vault]) {
    interceptBatches(async (nth, send) => {
      const results = await send();
      if (nth === 1) await give(bob, place, "own");
      return results;
    });
    expect(await move(eve, treasure, open)).toBe("permission_denied");
    vi.restoreAllMocks();
    await take(bob, place);
  }
  expect(await parentOf(treasure)).toBe(vault);
  expect(await move(eve, treasure, open)).toBe("ok");
});

test("a mover who loses ownership between the read and the write moves nothing", async () => {
  const { ada, eve, vault, treasure, lair } = await createScene();
  await share(ada, treasure, eve, ["own"]);
  interceptBatches(async (nth, send) => {
    const results = await send();
    if (nth === 1)
      await DB.prepare("DELETE FROM grants WHERE user_id = ? AND action = 'own'").bind(eve.userId).run();
    return results;
  });
  await give(eve, lair, "write");
  const bob = await signUp("bob");
  await give(bob, lair, "own");
  expect(await move(eve, treasure, lair)).toBe("permission_denied");
  expect(await parentOf(treasure)).toBe(vault);
});

test("the later of two concurrent moves sees the new parent of its destination", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const bob = await signUp("bob");
  const [open, den] = [
    await createCollection(ada, ada.rootId, "Open"),
    await createCollection(ada, ada.rootId, "Den"),
  ];
  await share(ada, open, eve, ["write"]);
  await share(ada, den, bob, ["own"]);
  interceptBatches(async (nth, send) => {
    const results = await send();
    if (nth === 1) expect(await move(ada, open, den)).toBe("ok");
    return results;
  });
  expect(await move(eve, treasure, open)).toBe("permission_denied");
  expect(await parentOf(treasure)).toBe(vault);
});

test("a move with a thousand owners takes as many statements as with one, and fails if one owner would gain access", async () => {
  const { ada, eve, vault, treasure } = await createScene();
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, eve, ["write"]);
  let sizes: number[] = [];
  interceptBatches(async (_, send, _db, texts) => {
    sizes.push(texts.length);
    return await send();
  });
  expect(await move(eve, treasure, open)).toBe("ok");
  const withOne = sizes.slice(0, 2);
  expect(await move(ada, treasure, vault)).toBe("ok");
  await addOwners(ada, vault, 1000);
  await addOwners(ada, open, 1001);
  expect(await move(eve, treasure, open)).toBe("permission_denied");
  await DB.prepare("DELETE FROM grants WHERE collection_id = ? AND user_id = 'user_1001'").bind(open).run();
  sizes = [];
  expect(await move(eve, treasure, open)).toBe("ok");
  expect(sizes.slice(0, 2)).toEqual(withOne);
});
