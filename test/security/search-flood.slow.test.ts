/**
 * Promise: A search covers your own organizations first, then others, oldest first, and sets `truncated` if
 * it did not cover all. Attack: Users shared thousands of collections of many organizations with one user.
 * The user's searches read all of them, asked fifty indexes in no order, and missed the user's own documents
 * without a notice.
 */
import { expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { addReadyAsset } from "../support/http/assets.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

const ORGANIZATIONS = 200;
const COLLECTIONS = 10_000;
/**
 * Rows for the organizations and collections that a search checks, each with its actions, and a few others.
 */
const MAX_ROWS = 2_000;
/** A filtered search also looks up each of these collections and its list of documents. */
const MAX_FILTERED_ROWS = 10_000;

/** Gives the person read access to many collections in as many unknown organizations. */
async function flood({ userId }: Person): Promise<void> {
  const organizations = Array.from({ length: ORGANIZATIONS }, () => newId("org"));
  const rows = Array.from({ length: COLLECTIONS }, (_, at) => ({
    id: newId("col"),
    grant: newId("perm"),
    organization: organizations[at % ORGANIZATIONS],
  }));
  const collections = `INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, created_at, created_by, modified_at, modified_by)
    SELECT value ->> 'id', value ->> 'organization', 'tenant', NULL, 'collection', 'gift', (value ->> 'id') || '/', 1, 0, 'eve', 0, 'eve' FROM json_each(?)`;
  const grants = `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
    SELECT value ->> 'grant', ?, value ->> 'id', value ->> 'organization', 'read', 0, 'eve' FROM json_each(?)`;
  const json = JSON.stringify(rows);
  await testEnv.DB.batch([
    testEnv.DB.prepare(collections).bind(json),
    testEnv.DB.prepare(grants).bind(userId, json),
  ]);
}

test("a search finds own and familiar documents first, and reports that it did not cover all", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const shared = await createCollection(bob, bob.rootId, "Shared");
  await share(bob, shared, ada, ["read"]);
  const own = await addReadyAsset(ada, ada.personalId, "Otters hold hands while they sleep.");
  const bobs = await addReadyAsset(bob, shared, "Otters hold hands, says Bob.");
  const search = async () =>
    await call("POST", "/v1/search", { token: ada.token, body: { query: "otters hold hands" } });
  const found = (answer: Awaited<ReturnType<typeof search>>) =>
    new Set(answer.body.data.passages.map(({ assetId }: { assetId: string }) => assetId));
  const before = await search();
  expect({ found: found(before), truncated: before.body.data.truncated }).toEqual({
    found: new Set([own, bobs]),
    truncated: false,
  });
  await flood(ada);
  const after = await search();
  expect({ found: found(after), truncated: after.body.data.truncated }).toEqual({
    found: new Set([own, bobs]),
    truncated: true,
  });
  expect(after.trips).toBe(2);
  expect(Number(/(\d+) rows read/.exec(after.headers.get("server-timing") ?? "")?.[1])).toBeLessThan(
    MAX_ROWS,
  );
});

test("a filtered search finds own and familiar documents first, too", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const shared = await createCollection(bob, bob.rootId, "Shared");
  await share(bob, shared, ada, ["read"]);
  const own = await addReadyAsset(ada, ada.personalId, "Otters hold hands while they sleep.");
  const bobs = await addReadyAsset(bob, shared, "Otters hold hands, says Bob.");
  await flood(ada);
  const body = { query: "otters hold hands", contentTypes: ["text/plain"] };
  const answer = await call("POST", "/v1/search", { token: ada.token, body });
  const found = answer.body.data.passages.map(({ assetId }: { assetId: string }) => assetId);
  expect({ found: new Set(found), truncated: answer.body.data.truncated }).toEqual({
    found: new Set([own, bobs]),
    truncated: true,
  });
  expect(Number(/(\d+) rows read/.exec(answer.headers.get("server-timing") ?? "")?.[1])).toBeLessThan(
    MAX_FILTERED_ROWS,
  );
});

test("a search within a named collection returns the same results as before", async () => {
  const ada = await signUp();
  const own = await addReadyAsset(ada, ada.personalId, "Puffins nest in burrows.");
  await flood(ada);
  const { body } = await call("POST", "/v1/search", {
    token: ada.token,
    body: { query: "puffins", collectionIds: [ada.personalId] },
  });
  expect(body.data).toMatchObject({ passages: [{ assetId: own }], truncated: false });
});
