import { afterEach, expect, test, vi } from "vitest";
import { type IdKind, idFromBytes, newId } from "../../../src/domain/ids.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

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

async function getAsset(person: Person, assetId: string) {
  return (await call("getAsset", { token: person.token, params: { assetID: assetId } })).body.data;
}

const idsOf = (kind: IdKind, ids: number[][]): string[] => ids.map((id) => idFromBytes(kind, id));

test("an asset leaves a collection, but not its last one", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = "", alone = ""] = await insertAssets(ada, ada.personalId, 2, () => ({}));
  await link(ada, "asset", other, [assetId]);
  expect((await unlink(ada, "asset", ada.personalId, [assetId, alone])).body.code).toBe(
    "failed_precondition",
  );
  const answer = await unlink(ada, "asset", ada.personalId, [assetId]);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  const asset = await getAsset(ada, assetId);
  expect({ ids: idsOf("col", asset.collectionIds), version: asset.version }).toEqual({
    ids: [other],
    version: 3,
  });
  const again = await unlink(ada, "asset", ada.personalId, [assetId]);
  expect({ status: again.status, eventKey: again.body.eventKey }).toEqual({ status: 200, eventKey: "" });
  expect((await unlink(ada, "asset", other, [assetId])).body.code).toBe("failed_precondition");
});

test("unlinking accepts ids in the query, and rejects a missing list, malformed ids and a stranger's ids", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const other = await createCollection(ada, ada.rootId, "Other");
  const ids = await insertAssets(ada, ada.personalId, 2, () => ({}));
  await link(ada, "asset", other, ids);
  const remove = async (query: string, token: string) =>
    await call("DELETE", `/v1/collections/${other}/assets${query}`, { token });
  expect((await remove("", ada.token)).body.code).toBe("invalid_argument");
  expect((await remove("?assetIds=asset_1", ada.token)).body.code).toBe("invalid_argument");
  expect((await remove(`?assetIds=${newId("asset")}`, ada.token)).body.code).toBe("not_found");
  expect((await remove(`?assetIds=${ids[0]}`, eve.token)).body.code).toBe("not_found");
  expect((await remove(`?assetIds=${ids.join("&assetIds=")}`, ada.token)).status).toBe(200);
  expect((await getAsset(ada, ids[1] ?? "")).collectionIds).toHaveLength(1);
});

test("a repeated Idempotency-Key links and unlinks once and returns the current state", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  const path = `/v1/collections/${other}/assets`;
  const add = async () =>
    await call("POST", path, {
      token: ada.token,
      body: { collectionId: other, assetIds: [assetId] },
      headers: { "idempotency-key": "a" },
    });
  const remove = async () =>
    await call("DELETE", `${path}?assetIds=${assetId}`, {
      token: ada.token,
      headers: { "idempotency-key": "r" },
    });
  const added = await add();
  const addedAgain = await add();
  expect({ eventKey: addedAgain.body.eventKey, data: addedAgain.body.data }).toEqual({
    eventKey: added.body.eventKey,
    data: added.body.data,
  });
  const removed = await remove();
  const [removedAgain, addedLater] = [await remove(), await add()];
  expect({ eventKey: removedAgain.body.eventKey, status: removedAgain.status }).toEqual({
    eventKey: removed.body.eventKey,
    status: 200,
  });
  expect({ eventKey: addedLater.body.eventKey, data: addedLater.body.data }).toEqual({
    eventKey: added.body.eventKey,
    data: [],
  });
  expect((await getAsset(ada, assetId)).version).toBe(3);
});

test("an asset that two parallel requests unlink from its two collections keeps one collection", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  await link(ada, "asset", other, [assetId]);
  readBeforeAnyWrites(2);
  const answers = await Promise.all(
    [ada.personalId, other].map(async (id) => await unlink(ada, "asset", id, [assetId])),
  );
  expect(answers.map((answer) => answer.body.code).toSorted()).toEqual(["failed_precondition", "ok"]);
  expect((await getAsset(ada, assetId)).collectionIds).toHaveLength(1);
});
