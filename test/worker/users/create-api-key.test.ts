import { expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { createKey } from "../../support/http/create-key.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

async function make({ token }: Person, body: object, headers = {}) {
  return await call("POST", "/v1/api-keys", {
    token,
    headers,
    body: { name: "Script", actions: ["read"], collectionIds: [], ...body },
  });
}

async function reads(token: string, collectionId: string): Promise<number> {
  return (await call("GET", `/v1/collections/${collectionId}`, { token })).status;
}

test("creating a key shows it once, the database stores its hash, and no log contains it", async () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const headers = { "idempotency-key": "once" };
  const first = await make(ada, {}, headers);
  const { key, apiKeyId } = first.body.data;
  expect(key).toMatch(/^kwp_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  expect((await make(ada, {}, headers)).body.data).toEqual({ ...first.body.data, key: null });
  const listed = await call("GET", "/v1/api-keys", { token: ada.token });
  expect(listed.body.data.apiKeys).toEqual([
    expect.objectContaining({ apiKeyId, lastUsedAt: null, revokedAt: null }),
  ]);
  expect(await reads(key, ada.rootId)).toBe(200);
  const stored = await testEnv.DB.prepare("SELECT * FROM api_keys WHERE id = ?").bind(apiKeyId).all();
  const audited = await testEnv.DB.prepare("SELECT * FROM audit_events WHERE target_id = ?")
    .bind(apiKeyId)
    .all();
  expect(audited.results).toHaveLength(1);
  const kept = JSON.stringify([stored.results, audited.results, lines.mock.calls, listed.body]);
  expect(kept).not.toContain(key);
  expect(kept).not.toContain(key.slice(4, 30));
});

test("a key expires after 90 days by default, and after 366 at most", async () => {
  const ada = await signUp();
  const { expiresAt } = (await make(ada, {})).body.data;
  expect(Math.abs(Date.parse(expiresAt) - Date.parse(inDays(90)))).toBeLessThan(DAY_MS);
  expect((await make(ada, { expiresAt: inDays(365) })).status).toBe(200);
  for (const days of [367, -1]) {
    const refused = await make(ada, { expiresAt: inDays(days) });
    expect({ status: refused.status, path: refused.body.data.issues[0].path }).toEqual({
      status: 400,
      path: "expiresAt",
    });
  }
  const { key, apiKeyId } = await createKey(ada);
  await testEnv.DB.prepare("UPDATE api_keys SET expires_at = ? WHERE id = ?")
    .bind(Date.now(), apiKeyId)
    .run();
  expect(await reads(key, ada.rootId)).toBe(401);
});

test("a key may name only collections that its user may read", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  expect((await make(ada, { collectionIds: [bob.personalId] })).status).toBe(404);
  expect((await make(ada, { collectionIds: [newId("col")] })).status).toBe(404);
});

test("a key follows its user's rights: it loses the rights that its user loses, and gains rights within its scope", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.personalId, "Folder");
  const inner = await createCollection(ada, folder, "Inner");
  await share(ada, folder, bob, ["write"]);
  const named = (await createKey(bob, { collectionIds: [folder] })).key;
  const all = (await createKey(bob)).key;
  const reading = (await createKey(bob, { actions: ["read"] })).key;
  const rename = async (token: string): Promise<number> =>
    (
      await call("updateCollection", {
        token,
        params: { collectionID: inner },
        body: { collectionId: inner, label: "Renamed", description: "" },
      })
    ).status;
  expect([await rename(named), await rename(all), await rename(reading)]).toEqual([200, 200, 403]);
  await modifyPermissions(ada, folder, bob.userId, ["read"]);
  expect([await rename(named), await rename(all)]).toEqual([403, 403]);
  await share(ada, inner, bob, ["write"]);
  // Rights on a collection below the key's collection do not extend the key.
  expect([await rename(named), await rename(all), await rename(reading)]).toEqual([403, 200, 403]);
  await modifyPermissions(ada, folder, bob.userId, []);
  expect([await reads(named, inner), await reads(all, inner), await reads(all, folder)]).toEqual([
    404, 200, 404,
  ]);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  expect(await reads(all, inner)).toBe(401);
});

test("a key for one of an asset's two collections shows only that collection", async () => {
  const ada = await signUp();
  const [one, other] = [
    await createCollection(ada, ada.personalId, "One"),
    await createCollection(ada, ada.personalId, "Other"),
  ];
  const assetId = await addReadyAsset(ada, one, "The brass lantern stood on the sill.\n", {
    name: "lantern.txt",
  });
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, assetIds: [assetId], flags: [] },
  });
  const { key } = await createKey(ada, { collectionIds: [one] });
  const headers = { prefer: "identifiers=text" };
  const seen = await (await rawCall("GET", `/v1/assets/${assetId}`, { token: key, headers })).text();
  expect([seen.includes(one), seen.includes(other)]).toEqual([true, false]);
});

test("the audit log contains the creation of the key", async () => {
  const ada = await signUp();
  const { key, apiKeyId } = await createKey(ada);
  await call("createCollection", {
    token: key,
    params: { parentCollectionID: ada.personalId },
    body: { label: "By a key" },
  });
  await createCollection(ada, ada.personalId, "By hand");
  const path = `/v1/organizations/${ada.organizationId}/events?operation=createCollection&limit=2`;
  const all = await call("GET", path, { token: ada.token });
  expect(all.body.data.records.map((each: { apiKeyId: string }) => each.apiKeyId)).toEqual([null, apiKeyId]);
  const by = await call("GET", `${path}&apiKeyId=${apiKeyId}`, { token: ada.token });
  expect(by.body.data.records).toEqual([
    expect.objectContaining({ apiKeyId, apiKeyName: "A script", actorId: ada.userId }),
  ]);
});

test("the service writes the day of a key's last use once a day", async () => {
  const ada = await signUp();
  const { key, apiKeyId } = await createKey(ada);
  const usedOn = async () =>
    (await call("GET", "/v1/api-keys", { token: ada.token })).body.data.apiKeys[0].lastUsedAt;
  await reads(key, ada.rootId);
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  await vi.waitFor(async () => expect(await usedOn()).toBe(today));
  await testEnv.DB.prepare(
    "CREATE TRIGGER no_writes BEFORE UPDATE ON api_keys BEGIN SELECT raise(ABORT, 'written again'); END",
  ).run();
  try {
    expect(await reads(key, ada.rootId)).toBe(200);
  } finally {
    await testEnv.DB.prepare("DROP TRIGGER no_writes").run();
  }
  expect(apiKeyId).toMatch(/^key_/);
});

test("a user has at most a hundred keys, and long expired keys do not count", async () => {
  const ada = await signUp();
  const { apiKeyId } = await createKey(ada);
  await testEnv.DB.prepare(
    `INSERT INTO api_keys (id, user_id, name, hash, actions, collection_ids, created_at, expires_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
    SELECT 'key_' || substr('00000000000000000000000000' || i, -26), user_id, name, hash || i, actions, collection_ids, created_at, expires_at FROM api_keys, n WHERE id = ?`,
  )
    .bind(apiKeyId)
    .run();
  expect((await make(ada, {})).body.code).toBe("resource_exhausted");
  await testEnv.DB.prepare("UPDATE api_keys SET revoked_at = ? WHERE id = ?")
    .bind(Date.now() - 31 * DAY_MS, apiKeyId)
    .run();
  expect((await make(ada, {})).status).toBe(200);
  expect(
    (await testEnv.DB.prepare("SELECT 1 FROM api_keys WHERE id = ?").bind(apiKeyId).all()).results,
  ).toEqual([]);
});

test("the service rejects a mistyped key without a query", async () => {
  const ada = await signUp();
  const { key } = await createKey(ada);
  const mistyped = `${key.slice(0, 10)}${key[10] === "a" ? "b" : "a"}${key.slice(11)}`;
  for (const wrong of [mistyped, `${key}0`, key.slice(0, -1), "kwp_", key.toLowerCase()]) {
    const answer = await call("getCollection", { token: wrong, params: { collectionID: ada.rootId } });
    expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 401, trips: 0 });
  }
});
