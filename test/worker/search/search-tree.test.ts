import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { foundTexts, indexParagraphs, searchIndex } from "../../support/rows/open-index.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const OTTERS = "Otters hold hands while they sleep.";

const indexOf = ({ organizationId }: Person) => testEnv.KNOWLEDGE_INDEX.getByName(`${organizationId}/0`);

async function searchBelow({ token }: Person, collectionId: string): Promise<string[]> {
  const { body } = await call("POST", "/v1/search", {
    token,
    body: { query: "otters", collectionIds: [collectionId] },
  });
  return body.data.passages.map(({ assetId }: { assetId: string }) => assetId);
}

test("search finds moved assets below the new parent once the index is notified", async () => {
  const ada = await signUp();
  const [from, to] = [
    await createCollection(ada, ada.rootId, "From"),
    await createCollection(ada, ada.rootId, "To"),
  ];
  const moved = await createCollection(ada, from, "Moved");
  const deep = await createCollection(ada, moved, "Deep");
  const assetId = await addReadyAsset(ada, deep, OTTERS);
  expect([await searchBelow(ada, from), await searchBelow(ada, to), await searchBelow(ada, moved)]).toEqual([
    [assetId],
    [],
    [assetId],
  ]);
  const body = { collectionId: moved, parentCollectionId: to };
  expect((await call("POST", `/v1/collection/${moved}/move`, { token: ada.token, body })).status).toBe(200);
  await vi.waitUntil(async () => (await searchBelow(ada, to)).length > 0);
  expect([await searchBelow(ada, from), await searchBelow(ada, to), await searchBelow(ada, moved)]).toEqual([
    [],
    [assetId],
    [assetId],
  ]);
});

test("an index without its collection tree reads it from D1 once, at its first search", async () => {
  const ada = await signUp();
  const top = await createCollection(ada, ada.rootId, "Top");
  const ids = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => await createCollection(ada, top, `c${at}`)),
  );
  const stub = indexOf(ada);
  for (const [at, id] of ids.entries())
    await indexParagraphs(stub, [OTTERS], { assetId: `asset_${at}`, collectionIds: [id] });
  await runInDurableObject(stub, (_, { storage: { sql } }) => {
    sql.exec("INSERT INTO outdated_collection SELECT id FROM collection");
    sql.exec("DELETE FROM collection");
  });
  const first = await searchIndex(stub, "otters", { collectionIds: [top], limit: 100 });
  expect([first.passages.length, first.cost.trips]).toEqual([30, 1]);
  const second = await searchIndex(stub, "otters", { collectionIds: [top], limit: 100 });
  expect([second.passages.length, second.cost]).toEqual([30, { trips: 0, rowsRead: 0 }]);
  expect((await searchIndex(stub, "otters", { collectionIds: [ada.personalId] })).passages).toEqual([]);
});

test("an excluded collection excludes its descendants", async () => {
  const ada = await signUp();
  const kept = await createCollection(ada, ada.rootId, "Kept");
  const left = await createCollection(ada, ada.rootId, "Left");
  const below = await createCollection(ada, left, "Below");
  const stub = indexOf(ada);
  await indexParagraphs(stub, ["Otters one."], { assetId: "asset_a", collectionIds: [kept] });
  await indexParagraphs(stub, ["Otters two."], { assetId: "asset_b", collectionIds: [below] });
  await indexParagraphs(stub, ["Otters three."], { assetId: "asset_c", collectionIds: [below, kept] });
  const scope = { collectionIds: [ada.rootId], excludedCollectionIds: [left] };
  expect((await foundTexts(stub, "otters", scope)).sort()).toEqual(["Otters one.", "Otters three."]);
  expect(await foundTexts(stub, "otters", { ...scope, excludedAssetIds: ["asset_a"] })).toEqual([
    "Otters three.",
  ]);
  expect((await foundTexts(stub, "otters", { collectionIds: [ada.rootId] })).length).toBe(3);
});

test("the index looks up a collection unknown to D1 once, and accepts later moves", async () => {
  const ada = await signUp();
  const stub = indexOf(ada);
  await indexParagraphs(stub, [OTTERS], { assetId: "asset_a", collectionIds: ["col_unknown"] });
  expect((await searchIndex(stub, "otters", { collectionIds: ["col_unknown"] })).cost.trips).toBe(0);
  await stub.collectionsMoved(["col_unknown", "col_never_heard_of", ada.rootId]);
  expect((await searchIndex(stub, "otters", { collectionIds: [ada.rootId] })).passages).toEqual([]);
});
