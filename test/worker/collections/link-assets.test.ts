import { afterEach, expect, test, vi } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import { type Id, type IdKind, idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { handleIndexCollections } from "../../../src/jobs/handlers/index-collections.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches, readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

type Kind = "asset" | "thread";

afterEach(() => {
  vi.restoreAllMocks();
});

async function link(
  person: Person,
  kind: Kind,
  collectionId: string,
  ids: readonly string[],
  changes: object = {},
) {
  const body = { collectionId, [`${kind}Ids`]: ids, ...changes };
  return await call("POST", `/v1/collections/${collectionId}/${kind}s`, { token: person.token, body });
}

async function unlink(person: Person, kind: Kind, collectionId: string, ids: readonly string[]) {
  return await call("DELETE", `/v1/collections/${collectionId}/${kind}s`, {
    token: person.token,
    body: { [`${kind}Ids`]: ids },
  });
}

async function createThread(person: Person, collectionId: string): Promise<string> {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "Talk", organizationContext };
  const answer = await call("createThread", { token: person.token, body });
  return idFromBytes("thread", answer.body.data.threadId);
}

async function getAsset(person: Person, assetId: string) {
  return (await call("getAsset", { token: person.token, params: { assetID: assetId } })).body.data;
}

async function deliverAll(): Promise<void> {
  await runDueJobs(createDatabase(testEnv.DB), platformOf(testEnv), new Date());
}

async function inIndex(person: Person, collectionId: string): Promise<string[]> {
  const index = platformOf(testEnv).index(person.organizationId, 0);
  const { passages } = await index.search({
    query: "engine",
    collectionIds: [collectionId],
    assetIds: [],
    limit: 10,
  });
  return passages.map((passage) => passage.assetId);
}

const asBytes = (id: string): number[] => idToBytes(id as Id);

const idsOf = (kind: IdKind, ids: number[][]): string[] => ids.map((id) => idFromBytes(kind, id));

test("linking an asset needs two D1 round trips, shows both collections, and ignores a repetition", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  const first = await link(ada, "asset", other, [assetId]);
  expect({ status: first.status, trips: first.trips }).toEqual({ status: 200, trips: 2 });
  expect(first.body.eventKey).toMatch(/^event_/);
  expect(first.body.data).toEqual([
    { joinId: expect.any(Array), collectionId: asBytes(other), assetId: asBytes(assetId) },
  ]);
  const asset = await getAsset(ada, assetId);
  expect({ ids: idsOf("col", asset.collectionIds).toSorted(), version: asset.version }).toEqual({
    ids: [ada.personalId, other].toSorted(),
    version: 2,
  });
  const again = await link(ada, "asset", other, [assetId, assetId]);
  expect({ status: again.status, eventKey: again.body.eventKey, data: again.body.data }).toEqual({
    status: 200,
    eventKey: "",
    data: first.body.data,
  });
  expect((await getAsset(ada, assetId)).version).toBe(2);
});

test("a repeated link request replaces the link's flags if it has flags, and keeps them if it has none", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  const flags = async () => {
    const { body } = await call("GET", `/v1/collection/${other}/assets`, { token: ada.token });
    return body.data.result.entities[0].flags[1];
  };
  const first = await link(ada, "asset", other, [assetId], { flags: ["pinned", "read"] });
  expect(await flags()).toEqual(["pinned", "read"]);
  expect((await link(ada, "asset", other, [assetId])).body.eventKey).toBe("");
  expect(await flags()).toEqual(["pinned", "read"]);
  const changed = await link(ada, "asset", other, [assetId], { flags: ["read"] });
  expect({ flags: await flags(), data: changed.body.data }).toEqual({
    flags: ["read"],
    data: first.body.data,
  });
});

test("linking requires write on the target and share on the asset's collections, in the same organization", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const [source, target] = [
    await createCollection(ada, ada.rootId, "Source"),
    await createCollection(ada, ada.rootId, "Target"),
  ];
  const ids = {
    asset: (await insertAssets(ada, source, 1, () => ({})))[0] ?? "",
    thread: await createThread(ada, source),
  };
  const codes = async (to: string) => [
    (await link(bob, "asset", to, [ids.asset])).body.code,
    (await link(bob, "thread", to, [ids.thread])).body.code,
  ];
  expect(await codes(target)).toEqual(["not_found", "not_found"]);
  await share(ada, target, bob, ["write"]);
  expect(await codes(target)).toEqual(["not_found", "not_found"]);
  await share(ada, source, bob, ["write"]);
  expect(await codes(target)).toEqual(["permission_denied", "permission_denied"]);
  await share(ada, source, bob, ["share"]);
  expect(await codes(bob.personalId)).toEqual(["failed_precondition", "failed_precondition"]);
  expect(await codes(source)).toEqual(["ok", "ok"]);
  expect(await codes(target)).toEqual(["ok", "ok"]);
});

test("a reader of the target cannot link, and a request with one unknown id links nothing", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  await share(ada, other, bob, ["read"]);
  await share(ada, ada.personalId, bob, ["share"]);
  expect((await link(bob, "asset", other, [assetId])).body.code).toBe("permission_denied");
  expect((await link(ada, "asset", other, [assetId, newId("asset")])).body.code).toBe("not_found");
  expect((await link(ada, "asset", other, [assetId], { collectionId: ada.personalId })).body.code).toBe(
    "invalid_argument",
  );
  expect((await link(ada, "asset", other, [])).body.code).toBe("invalid_argument");
  expect((await link(ada, "asset", other, [newId("thread")])).body.code).toBe("invalid_argument");
  expect((await getAsset(ada, assetId)).collectionIds).toHaveLength(1);
});

test("search finds a linked asset in its new collection until it is unlinked", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const assetId = await addReadyAsset(ada, ada.personalId, "The engine weaves algebraic patterns.");
  expect(await inIndex(ada, other)).toEqual([]);
  await link(ada, "asset", other, [assetId]);
  await deliverAll();
  expect([await inIndex(ada, other), await inIndex(ada, ada.personalId)]).toEqual([[assetId], [assetId]]);
  const body = { query: "engine patterns", collectionIds: [other] };
  const found = await call("searchPassages", { token: ada.token, body });
  expect(found.body.data.passages[0]).toMatchObject({
    assetId,
    collectionIds: expect.arrayContaining([other]),
  });
  await unlink(ada, "asset", ada.personalId, [assetId]);
  await deliverAll();
  expect([await inIndex(ada, other), await inIndex(ada, ada.personalId)]).toEqual([[assetId], []]);
});

test("the cron run updates an index that missed a link", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const assetId = await addReadyAsset(ada, ada.personalId, "The engine weaves algebraic patterns.");
  const unreachable = vi.spyOn(testEnv.KNOWLEDGE_INDEX, "getByName").mockImplementation(() => {
    throw new Error("the index cannot be reached");
  });
  expect((await link(ada, "asset", other, [assetId])).status).toBe(200);
  await vi.waitUntil(() => unreachable.mock.calls.length > 0);
  unreachable.mockRestore();
  expect(await inIndex(ada, other)).toEqual([]);
  await runDueJobs(createDatabase(testEnv.DB), platformOf(testEnv), new Date(Date.now() + 24 * 3_600_000));
  expect(await inIndex(ada, other)).toEqual([assetId]);
});

test("two parallel requests create one link, counted once", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  readBeforeAnyWrites(2);
  const answers = await Promise.all([
    link(ada, "asset", other, [assetId]),
    link(ada, "asset", other, [assetId]),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect(answers[0]?.body.data).toEqual(answers[1]?.body.data);
  expect(answers.filter((answer) => answer.body.eventKey === "")).toHaveLength(1);
  expect((await getAsset(ada, assetId)).version).toBe(2);
});

test("a link that is created during an index update reaches the index", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const assetId = await addReadyAsset(ada, ada.personalId, "The engine weaves algebraic patterns.");
  interceptBatches(async (nth, send, db) => {
    const results = await send();
    const insert =
      "INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by) VALUES (?, ?, ?, 0, ?)";
    if (nth === 1) await db.prepare(insert).bind(newId("assetcol"), assetId, other, ada.userId).run();
    return results;
  });
  await handleIndexCollections(
    { db: createDatabase(testEnv.DB), platform: platformOf(testEnv) },
    { kind: "index_collections", assetId: assetId as Id<"asset"> },
  );
  expect(await inIndex(ada, other)).toEqual([assetId]);
});
