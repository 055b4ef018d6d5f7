import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { addReadyAsset, notify, upload } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function list(person: Person, collectionId: string, query = "") {
  return await call("GET", `/v1/collection/${collectionId}/assets${query}`, { token: person.token });
}

const idsOf = (answer: any): string[] =>
  answer.body.data.result.entities.map((entity: any) => entity.data.id);
const column = (answer: any, field: string): unknown[] =>
  answer.body.data.result.entities.map((entity: any) => entity.data[field]);

const rowsRead = (headers: Headers): number =>
  Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);

test("the listing returns a collection's assets with one D1 round trip and every field of the contract", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The engine weaves patterns.", {
    name: "engine.txt",
  });
  const answer = await list(ada, ada.personalId);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 1 });
  expect(answer.body.data.pagination).toEqual({
    count: 1,
    currentPage: 1,
    limit: 50,
    offset: 0,
    totalPages: 1,
    firstRecordOnPage: assetId,
    lastRecordOnPage: assetId,
    hasNextPage: false,
    hasPreviousPage: false,
  });
  const { collections, entities } = answer.body.data.result;
  expect(Object.keys(collections)).toEqual([ada.personalId]);
  expect(collections[ada.personalId]).toMatchObject({
    collectionKind: "personal",
    path: [expect.any(Array), expect.any(Array)],
  });
  expect(collections[ada.personalId].metadata).toBeUndefined();
  const [{ actions, collectionIds, flags, data }] = entities;
  expect([actions, flags]).toEqual([["read", "chat", "write", "share", "own"], [[]]]);
  expect(collectionIds.map((id: number[]) => idFromBytes("col", id))).toEqual([ada.personalId]);
  expect(data).toMatchObject({
    id: assetId,
    userId: ada.userId,
    organizationId: ada.organizationId,
    tenantId: ada.tenantId,
    originalFilename: "engine.txt",
    lifecycleState: "ready",
    deletedAt: null,
    filesize: 27,
  });
  expect(await (await rawCall("GET", data.signedSourceURL)).text()).toBe("The engine weaves patterns.");
});

test("the listing shows the announced SHA-256 at first and later the computed one", async () => {
  const ada = await signUp();
  const sha256 = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9";
  const { organizationId, tenantId, personalId: collectionID } = ada;
  const asset = { contentType: "text/plain", originalFileName: "nought.txt", sha256: sha256.toUpperCase() };
  const body = { collectionID, organizationContext: { organizationId, tenantId }, assets: [asset] };
  expect((await call("createAssets", { token: ada.token, body })).status).toBe(200);
  expect(column(await list(ada, ada.personalId), "sha256")).toEqual([sha256]);
  await upload(ada, ada.rootId, "0");
  expect(column(await list(ada, ada.rootId), "sha256")).toEqual([""]);
  const grace = await signUp();
  await addReadyAsset(grace, grace.personalId, "0", { name: "nought.txt" });
  expect(column(await list(grace, grace.personalId), "sha256")).toEqual([sha256]);
});

test("the source URL is empty before the bytes arrive and never permits an upload", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "x");
  expect(column(await list(ada, ada.personalId), "signedSourceURL")).toEqual([""]);
  await notify(ada, assetId, false);
  const [url] = column(await list(ada, ada.personalId), "signedSourceURL");
  expect((await rawCall("GET", String(url))).status).toBe(200);
});

test("the listing describes the progress of each asset in words", async () => {
  const ada = await signUp();
  const told = async (): Promise<unknown[]> =>
    column(await list(ada, ada.personalId), "processingStatusText");
  const assetId = await upload(ada, ada.personalId, "x");
  expect(await told()).toEqual(["Waiting for the upload."]);
  await notify(ada, assetId, false);
  expect(await told()).toEqual(["Uploaded. Processing starts when somebody attaches it to a thread."]);
});

test("pages of assets follow without gaps or duplicates, and equal values are sorted by id", async () => {
  const ada = await signUp();
  const ids = await insertAssets(ada, ada.personalId, 7, () => ({ name: "same" }));
  const pages = await Promise.all(
    [0, 3, 6, 9].map((offset) => list(ada, ada.personalId, `?limit=3&offset=${offset}&sort=displayName`)),
  );
  expect(pages.map(idsOf)).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), []]);
  const places = pages.map(({ body }) => body.data.pagination);
  expect(
    places.map((place) => [
      place.count,
      place.currentPage,
      place.totalPages,
      place.hasPreviousPage,
      place.hasNextPage,
    ]),
  ).toEqual([
    [7, 1, 3, false, true],
    [7, 2, 3, true, true],
    [7, 3, 3, true, false],
    [7, 4, 3, true, false],
  ]);
  expect([places[1].firstRecordOnPage, places[1].lastRecordOnPage]).toEqual([ids[3], ids[5]]);
  expect([places[3].firstRecordOnPage, places[3].lastRecordOnPage]).toEqual(["", ""]);
});

test("a limit of 0 only counts assets, a limit above 200 becomes 200, and an empty list has no pages", async () => {
  const ada = await signUp();
  await insertAssets(ada, ada.personalId, 201, (position) => ({ name: `${position}` }));
  const counted = await list(ada, ada.personalId, "?limit=0");
  expect({ ids: idsOf(counted), pagination: counted.body.data.pagination }).toMatchObject({
    ids: [],
    pagination: { count: 201, limit: 0, totalPages: 0, hasNextPage: false },
  });
  const many = await list(ada, ada.personalId, "?limit=99999999999999999999999");
  expect({ length: idsOf(many).length, pagination: many.body.data.pagination }).toMatchObject({
    length: 200,
    pagination: { limit: 200, totalPages: 2, hasNextPage: true },
  });
  const empty = (await list(ada, ada.rootId)).body.data.pagination;
  expect(empty).toMatchObject({
    count: 0,
    totalPages: 0,
    currentPage: 1,
    firstRecordOnPage: "",
    hasNextPage: false,
  });
});

test("the listing sorts by several fields, separated by commas or repeated, also descending", async () => {
  const ada = await signUp();
  const rows = [
    { name: "b", size: 1 },
    { name: "a", size: 2 },
    { name: "b", size: 3 },
    { name: "a", size: 1 },
  ];
  const ids = await insertAssets(ada, ada.personalId, rows.length, (position) => rows[position] ?? {});
  const order = async (query: string) =>
    idsOf(await list(ada, ada.personalId, query)).map((id) => ids.indexOf(id));
  expect(await order("?sort=displayName,-filesize")).toEqual([1, 3, 2, 0]);
  expect(await order("?sort=-displayName&sort=filesize")).toEqual([0, 2, 3, 1]);
  expect(await order("?sort=createdAt")).toEqual([0, 1, 2, 3]);
  expect(await order("")).toEqual([3, 2, 1, 0]);
  expect(await order("?sort=-modifiedAt")).toEqual([3, 2, 1, 0]);
});

test.each([
  "sort=color",
  "sort=displayName,",
  "sort=--displayName",
  "limit=-1",
  "limit=x",
  "limit=1.5",
  "offset=-1",
  "offset=1e3",
  "limit=1&limit=2",
])("the service rejects the query %s", async (query) => {
  const ada = await signUp();
  const { status, body } = await list(ada, ada.personalId, `?${query}`);
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_argument" });
});

test("the listing of a subtree contains each asset once, with its collections", async () => {
  const ada = await signUp();
  const top = await createCollection(ada, ada.rootId, "Top");
  const below = await createCollection(ada, top, "Below");
  const [own = ""] = await insertAssets(ada, top, 1, () => ({ name: "own" }));
  const [deep = ""] = await insertAssets(ada, below, 1, () => ({ name: "deep" }));
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: below },
    body: { collectionId: below, assetIds: [own], flags: ["pinned"] },
  });
  expect(idsOf(await list(ada, top))).toEqual([own]);
  const all = await list(ada, top, "?includeDescendants=true&sort=displayName");
  expect({ ids: idsOf(all), count: all.body.data.pagination.count, trips: all.trips }).toEqual({
    ids: [deep, own],
    count: 2,
    trips: 1,
  });
  expect(new Set(Object.keys(all.body.data.result.collections))).toEqual(new Set([top, below]));
  const entity = all.body.data.result.entities[1];
  expect(entity.collectionIds.map((id: number[]) => idFromBytes("col", id))).toEqual([top, below]);
  expect(entity.flags).toEqual([[], ["pinned"]]);
});

test("a reader sees only readable collections and their own actions", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const [shared, secret] = [
    await createCollection(ada, ada.rootId, "Shared"),
    await createCollection(ada, ada.rootId, "Secret"),
  ];
  const [assetId = ""] = await insertAssets(ada, shared, 1, () => ({ name: "paper" }));
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: secret },
    body: { collectionId: secret, assetIds: [assetId] },
  });
  expect((await list(bob, shared)).status).toBe(404);
  await share(ada, shared, bob, ["chat"]);
  const seen = await list(bob, shared);
  expect(JSON.stringify(seen.body)).not.toContain("Secret");
  expect(Object.keys(seen.body.data.result.collections)).toEqual([shared]);
  expect(seen.body.data.result.entities[0]).toMatchObject({ actions: ["read", "chat"], flags: [[]] });
  expect(seen.body.data.result.entities[0].collectionIds).toHaveLength(1);
  expect((await list(bob, secret)).body.code).toBe("not_found");
  expect((await list(bob, newId("col"))).body.code).toBe("not_found");
});

test("the listing shows deleted assets on request, for users who may restore them, until the purge", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const [below, other] = [
    await createCollection(ada, home, "Below"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  await share(ada, home, bob, ["write"]);
  const [[mine = "", shared = ""], [deep = ""]] = [
    await insertAssets(ada, home, 2, (at) => ({ name: `${at}` })),
    await insertAssets(ada, below, 1, () => ({ name: "deep" })),
  ];
  await insertAssets(ada, home, 1, () => ({ name: "alive" }));
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, assetIds: [shared], flags: [] },
  });
  await tombstone(ada, "asset", [mine, shared, deep]);
  const bin = async (person: Person, collectionId: string, query = "") =>
    await list(person, collectionId, `?lifecycleState=deleted&sort=displayName${query}`);
  const all = "&includeDescendants=true";
  const ofAda = await bin(ada, home);
  expect({
    status: ofAda.status,
    trips: ofAda.trips,
    ids: idsOf(ofAda),
    count: ofAda.body.data.pagination.count,
  }).toEqual({
    status: 200,
    trips: 1,
    ids: [mine, shared],
    count: 2,
  });
  expect([column(ofAda, "lifecycleState"), column(ofAda, "signedSourceURL")]).toEqual([
    ["deleted", "deleted"],
    ["", ""],
  ]);
  expect(idsOf(await bin(ada, ada.rootId, all))).toEqual([mine, shared, deep]);
  expect(idsOf(await bin(ada, home, `${all}&limit=1&offset=1`))).toEqual([shared]);
  expect([idsOf(await bin(ada, other)), idsOf(await bin(ada, ada.rootId))]).toEqual([[shared], []]);
  // Bob may not restore assets that are also in another collection.
  expect([idsOf(await bin(bob, home)), idsOf(await bin(bob, home, all))]).toEqual([[mine], [mine, deep]]);
  expect([(await bin(bob, other)).status, (await bin(bob, ada.rootId, all)).status]).toEqual([404, 404]);
  expect(column(await list(ada, home, "?lifecycleState=active"), "displayName")).toEqual(["alive"]);
  await restore(ada, "asset", [shared]);
  expect(idsOf(await bin(ada, home))).toEqual([mine]);
  await testEnv.DB.prepare("UPDATE assets SET purge_at = 0 WHERE id = ?").bind(mine).run();
  expect([idsOf(await bin(ada, home)), idsOf(await bin(ada, home, all))]).toEqual([[], [deep]]);
  await runAllJobs();
});

test("the cost of listing deleted assets does not depend on the number of other assets", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const ids = await insertAssets(ada, home, 500, () => ({}));
  await tombstone(ada, "asset", ids.slice(0, 5));
  for (const query of ["", "&includeDescendants=true"]) {
    const { body, headers } = await list(ada, home, `?lifecycleState=deleted${query}`);
    expect(body.data.pagination.count).toBe(5);
    expect(rowsRead(headers)).toBeLessThanOrEqual(30 * 5 + 60);
  }
  await runAllJobs();
});
