import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import {
  columnsContaining,
  remainingColumns,
  fillAccount,
  grantsOf,
  merge,
  newPair,
  firstRow,
  textColumns,
} from "../../support/http/merge.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(() => vi.restoreAllMocks());

const sync = async (person: Person, token = person.token) =>
  (await call("POST", "/v1/users/self/auth-sync", { token, body: syncBody(person.email) })).body.data;
test("the old identity acts as the new user, and the service asks it to renew its token until it has", async () => {
  const [ada, old] = await newPair();
  const folder = await createCollection(old, old.personalId, "Papers");
  const answer = await merge(ada, old);
  expect({ status: answer.status, trips: answer.trips, eventKey: answer.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  const synced = await sync(old);
  expect({ idFromBytes: idFromBytes("user", synced.user.id), didSignUp: synced.didSignUp }).toEqual({
    idFromBytes: ada.userId,
    didSignUp: false,
  });
  expect({
    tokenRefreshRequired: synced.tokenRefreshRequired,
    tokenRefreshReason: synced.tokenRefreshReason,
  }).toEqual({
    tokenRefreshRequired: true,
    tokenRefreshReason: "account_merged",
  });
  expect(synced.user.emails.map((entry: any) => entry.email).sort()).toEqual([ada.email, old.email].sort());
  expect(synced.user.externalIdentifiers).toHaveLength(2);
  expect(synced.user.organizations).toHaveLength(2);
  const roots = synced.workingContext.CollectionTree.map((node: any) =>
    idFromBytes("col", node.collection.id),
  );
  expect(roots.sort()).toEqual([ada.rootId, old.rootId].sort());
  expect((await call("getCollection", { token: ada.token, params: { collectionID: folder } })).status).toBe(
    200,
  );
  await testEnv.DB.prepare(
    "UPDATE identities SET merged_at = merged_at - 5000 WHERE user_id = ? AND merged_at IS NOT NULL",
  )
    .bind(ada.userId)
    .run();
  expect(await sync(old)).toMatchObject({ tokenRefreshRequired: false, tokenRefreshReason: "" });
  expect(await sync(ada)).toMatchObject({ tokenRefreshRequired: false, tokenRefreshReason: "" });
});

test("the response to a merge lists the changes, and both organizations' logs contain them", async () => {
  const [ada, old] = await newPair();
  const folder = await createCollection(old, old.personalId, "Papers");
  const assetId = await upload(old, folder, "text");
  const { body } = await merge(ada, old);
  expect(body.data.collections.map(({ id }: any) => id)).toContain(folder);
  expect(body.data.collections).toContainEqual({
    id: old.rootId,
    created_by: ada.userId,
    last_asset_by: "",
    last_chat_by: "",
  });
  expect(body.data.assets.assets).toEqual([assetId]);
  expect(body.data.joinTables.assets_to_col).toMatchObject([
    { created_by: ada.userId, join_id: expect.stringMatching(/^assetcol_/) },
  ]);
  const root = { action: "own", collection_id: old.rootId, created_by: ada.userId, user_id: ada.userId };
  expect(body.data.permissions).toEqual({ deleted: [], updated: [root] });
  const context = { organization_id: old.organizationId, tenant_id: old.tenantId, user_id: ada.userId };
  expect(body.data).toMatchObject({ collectionPaths: [], teams: [], workingContext: [context] });
  const log =
    "SELECT organization_id, target_id FROM audit_events WHERE operation = 'mergeUsers' AND operation_id = ? ORDER BY organization_id";
  const events = await testEnv.DB.prepare(log).bind(body.details.operation.operationId).all();
  const expected = [
    { organization_id: ada.organizationId, target_id: ada.userId },
    { organization_id: old.organizationId, target_id: old.userId },
  ];
  expect(events.results).toEqual(expected.sort((a, b) => (a.organization_id < b.organization_id ? -1 : 1)));
  const tombstone = await firstRow(
    "SELECT lifecycle_state, merged_into, merge_reason, version FROM users WHERE id = ?",
    old.userId,
  );
  expect(tombstone).toEqual({
    lifecycle_state: "merged",
    merged_into: ada.userId,
    merge_reason: "Two accounts of one person",
    version: 2,
  });
});

test("each record that named the old user gets a new version and keeps its modification time", async () => {
  const [ada, old] = await newPair();
  const folder = await createCollection(old, old.personalId, "Papers");
  const before = await call("GET", `/v1/collections/${folder}`, { token: old.token });
  await merge(ada, old);
  const after = await call("GET", `/v1/collections/${folder}`, { token: ada.token });
  const { metadata, version } = before.body.data;
  expect(after.body.data.version).toBe(version + 1);
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  expect(idFromBytes("user", after.body.data.metadata.createdBy)).toBe(ada.userId);
  expect(after.body.data.metadata.modifiedAt).toBe(metadata.modifiedAt);
  expect((await sync(ada)).user.version).toBe(2);
});

test("a merge keeps the stronger of two grants on one collection, without duplicates", async () => {
  const [ada, old] = await newPair();
  const owner = await signUp("owner");
  const [both, weaker, apart] = await Promise.all(
    ["a", "b", "c"].map((label) => createCollection(owner, owner.personalId, label)),
  );
  await share(owner, both!, old, ["write"]);
  await share(owner, both!, ada, ["read", "share"]);
  await share(owner, weaker!, old, ["read", "chat"]);
  await share(owner, weaker!, ada, ["chat"]);
  await share(owner, apart!, old, ["share"]);
  const { body } = await merge(ada, old);
  expect(await grantsOf(ada.userId, both!)).toEqual(["share", "write"]);
  expect(await grantsOf(ada.userId, weaker!)).toEqual(["chat"]);
  expect(await grantsOf(ada.userId, apart!)).toEqual(["share"]);
  const dropped = body.data.permissions.deleted.map((grant: any) =>
    [grant.collection_id, grant.action, grant.user_id].join(" "),
  );
  const included = [
    `${both} read ${ada.userId}`,
    `${weaker} chat ${old.userId}`,
    `${weaker} read ${old.userId}`,
  ];
  expect(dropped.sort()).toEqual(included.sort());
});

test("a merge keeps the newer time of a recent asset, and an address is verified if one of both users has verified it", async () => {
  const [ada, old] = await newPair();
  const [shared, own] = [newId("asset"), newId("asset")];
  const recent = testEnv.DB.prepare("INSERT INTO recent_assets (user_id, asset_id, at) VALUES (?, ?, ?)");
  const email = testEnv.DB.prepare(
    "INSERT INTO user_emails (user_id, email, type, verified_at) VALUES (?, ?, 'sign-in', NULL)",
  );
  const rows = [
    recent.bind(ada.userId, shared, 5),
    recent.bind(old.userId, shared, 9),
    recent.bind(old.userId, own, 3),
  ];
  await testEnv.DB.batch([...rows, email.bind(ada.userId, old.email)]);
  const { body } = await merge(ada, old);
  expect(body.data.assets.recent.sort()).toEqual([shared, own].sort());
  expect(
    await firstRow("SELECT at FROM recent_assets WHERE user_id = ? AND asset_id = ?", ada.userId, shared),
  ).toEqual({ at: 9 });
  const verified =
    "SELECT count(*) AS n FROM user_emails WHERE email = ? AND user_id = ? AND verified_at IS NOT NULL";
  expect(await firstRow(verified, old.email, ada.userId)).toEqual({ n: 1 });
});

test("after a merge, no column except the history contains the old user's id", async () => {
  const [ada, old] = await newPair();
  const other = await signUp("other");
  await fillAccount(old, 3);
  await share(old, old.personalId, other, ["own"]);
  const others = await createCollection(other, old.personalId, "Other's");
  const touched = ["collections", "organizations", "users"].map((table) =>
    testEnv.DB.prepare(`UPDATE ${table} SET modified_by = ?, deleted_by = ? WHERE id IN (?, ?, ?)`).bind(
      old.userId,
      old.userId,
      others,
      other.organizationId,
      other.userId,
    ),
  );
  const member = testEnv.DB.prepare("UPDATE memberships SET modified_by = ? WHERE user_id = ?").bind(
    old.userId,
    other.userId,
  );
  const redeemed = testEnv.DB.prepare(
    "UPDATE invitations SET redeemed_by = issued_by WHERE issued_by = ?",
  ).bind(old.userId);
  const marked = testEnv.DB.prepare("UPDATE users SET marked_for_abuse_by = ? WHERE id = ?").bind(
    old.userId,
    other.userId,
  );
  await testEnv.DB.batch([...touched, member, redeemed, marked]);
  expect((await columnsContaining(old.userId)).length).toBeGreaterThan(25);
  expect((await merge(ada, old)).status).toBe(200);
  expect(await remainingColumns(old)).toEqual([]);
});

test("a merge rewrites every column that can contain a user's id, except the history", async () => {
  const [ada, old] = await newPair();
  await fillAccount(old, 1);
  // Whether the table contains records. Triggers maintain `collection_members` beside the grants.
  // `usage_days` is history and has no `rowid`.
  const isRecord = ({ table }: { table: string }): boolean =>
    !["users", "collection_members", "usage_days"].includes(table);
  const naming = (await textColumns()).filter(
    (each) => /_by$|^(user_id|listener)$/.test(each.column) && isRecord(each),
  );
  await testEnv.DB.batch(
    naming.map(({ table, column }) =>
      testEnv.DB.prepare(
        `UPDATE OR IGNORE ${table} SET ${column} = ? WHERE rowid = (SELECT max(rowid) FROM ${table})`,
      ).bind(old.userId),
    ),
  );
  const held = await columnsContaining(old.userId);
  expect(naming.filter(({ table, column }) => !held.includes(`${table}.${column}`))).toEqual([]);
  await merge(ada, old);
  expect(await remainingColumns(old)).toEqual([]);
});

test("a merge target can itself merge into another user, and all identities follow", async () => {
  const [ada, old] = await newPair();
  const last = await signUp("last");
  await merge(ada, old);
  expect((await merge(last, ada)).status).toBe(200);
  for (const person of [old, ada, last])
    expect(idFromBytes("user", (await sync(person)).user.id)).toBe(last.userId);
});

test("a repeated Idempotency-Key merges once and returns the same changes", async () => {
  const [ada, old] = await newPair();
  await fillAccount(old, 501);
  const headers = { "idempotency-key": newId("req") };
  const [first, second] = [await merge(ada, old, { headers }), await merge(ada, old, { headers })];
  expect({ firstStatus: first.status, secondStatus: second.status, eventKey: second.body.eventKey }).toEqual({
    firstStatus: 200,
    secondStatus: 200,
    eventKey: first.body.eventKey,
  });
  expect(first.body.data).toMatchObject({ assets: { assets: expect.objectContaining({ length: 501 }) } });
  expect(second.body.data).toEqual(first.body.data);
});
