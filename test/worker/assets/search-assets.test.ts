import { beforeAll, describe, expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { findAssets as find } from "../../support/http/find-assets.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const add = async (person: Person, collectionId: string, names: readonly string[]) =>
  await insertAssets(person, collectionId, names.length, (at) => ({ name: names[at] ?? "", size: at }));

describe("matches in names", () => {
  const NAMES = [
    "Quarterly REPORT 2024.pdf",
    "Отчёт Кот.txt",
    'He said "no" (50%)_*.md',
    "数据库报告.pdf",
    "a",
    "été.txt",
    "🦓 zebra.png",
  ];
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp();
    await add(ada, ada.personalId, NAMES);
  });
  test.each([
    ["in other letters", "rEpOrT 20", 0],
    ["at the beginning", "QUARTERLY", 0],
    ["at the end", ".PDF", 0],
    ["one letter", "q", 0],
    ["the last letter of all", "xt", 1],
    ["Cyrillic in capitals", "КОТ", 1],
    ["with diacritics", "ÉTÉ", 5],
    ["quotes", '"NO"', 2],
    ["signs of SQL and FTS", "%)_*", 2],
    ["an asterisk", "*", 2],
    ["Chinese", "库报", 3],
    ["one Chinese character", "据", 3],
    ["beyond the first plane", "🦓 Z", 6],
  ])("%s", async (_, text, at) => {
    expect((await find(ada, text)).names).toContain(NAMES[at]);
  });

  test.each([
    "ete",
    "reprot",
    "report  2024",
    "2024 report",
    "report* ",
    "AND",
    'pdf" OR "a',
    "col_",
    "txtОт",
  ])("the search %j finds nothing", async (text) => {
    expect((await find(ada, text)).names).toEqual([]);
  });
});

test("a search matches file names and the current name, but no earlier name", async () => {
  const ada = await signUp();
  const [assetId = ""] = await add(ada, ada.personalId, ["scan-0001.pdf"]);
  await testEnv.DB.prepare("UPDATE assets SET display_name = 'Lease of the mill' WHERE id = ?")
    .bind(assetId)
    .run();
  expect([(await find(ada, "lease")).names, (await find(ada, "SCAN")).names]).toEqual([
    ["Lease of the mill"],
    ["Lease of the mill"],
  ]);
  await testEnv.DB.prepare("UPDATE assets SET display_name = 'Contract' WHERE id = ?").bind(assetId).run();
  expect([(await find(ada, "lease")).names, (await find(ada, "contract")).names]).toEqual([[], ["Contract"]]);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(assetId).run();
  expect((await find(ada, "contract")).data).toMatchObject({ pagination: { count: 0 }, truncated: false });
  await testEnv.DB.prepare("DELETE FROM assets WHERE id = ?").bind(assetId).run();
  const left = await testEnv.DB.prepare("SELECT count(*) AS n FROM asset_names WHERE asset_id = ?")
    .bind(assetId)
    .first("n");
  expect(left).toBe(0);
});

test("a search returns the fields of a collection's listing with two D1 round trips", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "Some text.", { name: "engine.txt" });
  const listed = await call("listCollectionAssets", {
    token: ada.token,
    params: { collectionID: ada.personalId },
  });
  const { data, trips } = await find(ada, "ENGINE");
  expect([trips, { pagination: data.pagination, result: data.result }]).toEqual([2, listed.body.data]);
  const body = { matchName: "ENGINE", pagination: { Limit: 0 } };
  const counted = await call("searchAssets", { token: ada.token, body });
  expect({ count: counted.body.data.pagination.count, entities: counted.body.data.result.entities }).toEqual({
    count: 1,
    entities: [],
  });
});

test("a search filters by collections and their subtrees, by types and states, with both id spellings", async () => {
  const ada = await signUp();
  const above = await createCollection(ada, ada.rootId, "Above");
  const below = await createCollection(ada, above, "Below");
  await add(ada, ada.personalId, ["mill one"]);
  await add(ada, above, ["mill two"]);
  const [three = ""] = await add(ada, below, ["mill three"]);
  await testEnv.DB.prepare(
    "UPDATE assets SET content_type = 'application/pdf', lifecycle_state = 'failed' WHERE id = ?",
  )
    .bind(three)
    .run();
  await upload(ada, below, "text", { name: "mill four" }).catch(() => undefined);
  const names = async (rest: object) => (await find(ada, "mill", rest)).names.toSorted();
  expect(await names({ filterByCollections: [above] })).toEqual(["mill four", "mill three", "mill two"]);
  expect(await names({ filterByCollections: [ada.personalId, below] })).toEqual([
    "mill four",
    "mill one",
    "mill three",
  ]);
  expect(await names({ filterByContentType: ["application/pdf"] })).toEqual(["mill three"]);
  expect(await names({ lifecycleStates: ["failed", "uploading"] })).toEqual(["mill four", "mill three"]);
  expect(await names({ lifecycleStates: ["ready"], filterByCollections: [below] })).toEqual([]);
});

test("pages of a search follow each other in every order", async () => {
  const ada = await signUp();
  await add(ada, ada.personalId, ["mill c", "mill a", "mill b"]);
  const page = async (Offset: number, Sort: string[]) =>
    (await find(ada, "mill", { pagination: { Limit: 2, Offset, Sort } })).names;
  expect([await page(0, ["displayName"]), await page(2, ["displayName"])]).toEqual([
    ["mill a", "mill b"],
    ["mill c"],
  ]);
  expect(await page(0, ["-filesize"])).toEqual(["mill b", "mill a"]);
  expect(await page(0, [])).toEqual(["mill b", "mill a"]);
  const { data } = await find(ada, "mill", { pagination: { Limit: 2, Offset: 2 } });
  expect(data.pagination).toMatchObject({
    count: 3,
    currentPage: 2,
    limit: 2,
    offset: 2,
    totalPages: 2,
    hasPreviousPage: true,
  });
});

test("a search finds and counts only readable assets, each with its readable collections", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [shared, hidden] = [
    await createCollection(ada, ada.rootId, "Shared"),
    await createCollection(ada, ada.rootId, "Hidden"),
  ];
  const [seen = ""] = await add(ada, shared, ["mill seen"]);
  await add(ada, hidden, ["mill hidden"]);
  const link = { collectionId: hidden, assetIds: [seen], flags: [] };
  expect(
    (await call("POST", `/v1/collections/${hidden}/assets`, { token: ada.token, body: link })).status,
  ).toBe(200);
  expect((await find(bob, "mill")).names).toEqual([]);
  await share(ada, shared, bob, ["read"]);
  const { names, data } = await find(bob, "mill");
  expect([names, data.pagination.count, Object.keys(data.result.collections)]).toEqual([
    ["mill seen"],
    1,
    [shared],
  ]);
  expect(data.result.entities[0].collectionIds.map((id: number[]) => idFromBytes("col", id))).toEqual([
    shared,
  ]);
  expect(data.result.entities[0].actions).toEqual(["read"]);
  for (const filterByCollections of [[hidden], [shared, hidden]]) {
    expect(await find(bob, "mill", { filterByCollections })).toMatchObject({
      status: 404,
      code: "not_found",
    });
  }
  await modifyPermissions(ada, shared, bob.userId, []);
  expect((await find(bob, "mill")).names).toEqual([]);
});

test.each([
  {},
  { matchName: "" },
  { matchName: "\u0001" },
  { matchName: "x".repeat(256) },
  { matchName: 5 },
  { matchName: "a", lifecycleStates: ["gone"] },
  { matchName: "a", filterByCollections: ["asset_01h455vb4pex5vsknk084sn02q"] },
  { matchName: "a", pagination: { Limit: -1 } },
  { matchName: "a", pagination: { Offset: 1.5 } },
  { matchName: "a", pagination: { Sort: ["color"] } },
  { matchName: "a", pagination: { Sort: "displayName" } },
])("the service rejects the query %j", async (body) => {
  const { token } = await signUp();
  const answer = await call("POST", "/v1/assets/search", { token, body });
  expect({ status: answer.status, code: answer.body.code }).toEqual({
    status: 400,
    code: "invalid_argument",
  });
});

test("a search finds deleted assets on request, for users who may restore them, until the purge", async () => {
  const [ada, bob, cyd] = [await signUp(), await signUp("bob"), await signUp("cyd")];
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const [gone = "", kept = "", both = ""] = await add(ada, home, [
    "zephyr gone.txt",
    "zephyr kept.txt",
    "zephyr both.txt",
  ]);
  await call("POST", `/v1/collections/${other}/assets`, {
    token: ada.token,
    body: { collectionId: other, assetIds: [both] },
  });
  await share(ada, home, bob, ["write"]);
  await share(ada, home, cyd, ["read"]);
  await tombstone(ada, "asset", [gone, both]);
  const deleted = { lifecycleStates: ["deleted"] };
  expect((await find(ada, "zephyr")).names).toEqual(["zephyr kept.txt"]);
  expect((await find(ada, "zephyr", deleted)).names.toSorted()).toEqual([
    "zephyr both.txt",
    "zephyr gone.txt",
  ]);
  expect((await find(bob, "zephyr", deleted)).names).toEqual(["zephyr gone.txt"]);
  expect((await find(cyd, "zephyr", deleted)).names).toEqual([]);
  expect((await find(bob, "zephyr", { lifecycleStates: ["ready", "deleted"] })).names.toSorted()).toEqual([
    "zephyr gone.txt",
    "zephyr kept.txt",
  ]);
  expect((await find(ada, "zephyr", { ...deleted, filterByCollections: [other] })).names).toEqual([
    "zephyr both.txt",
  ]);
  const { data } = await find(bob, "gone", deleted);
  expect({ data: data.result.entities[0].data, actions: data.result.entities[0].actions }).toMatchObject({
    data: { id: gone, lifecycleState: "deleted", signedSourceURL: "", deletedAt: expect.any(String) },
    actions: ["read", "chat", "write"],
  });
  await restore(bob, "asset", [gone]);
  expect((await find(bob, "zephyr", deleted)).names).toEqual([]);
  expect((await find(cyd, "zephyr")).names.toSorted()).toEqual(["zephyr gone.txt", "zephyr kept.txt"]);
  expect(kept).toMatch(/^asset_/);
  await testEnv.DB.prepare("UPDATE assets SET purge_at = 0 WHERE id = ?").bind(both).run();
  expect((await find(ada, "zephyr", deleted)).names).toEqual([]);
  await runAllJobs();
});
