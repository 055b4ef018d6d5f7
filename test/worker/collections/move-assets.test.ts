import { afterEach, expect, test, vi } from "vitest";
import { type Id, idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches, readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function move(
  { token }: Person,
  [from, to]: readonly [string, string],
  assetIds: readonly string[],
  headers: Record<string, string> = {},
) {
  const body = { collectionId: from, targetCollectionId: to, assetIds };
  return await call("POST", `/v1/collections/${from}/assets/move`, { token, body, headers });
}

async function getAsset({ token }: Person, assetID: string) {
  return await call("getAsset", { token, params: { assetID } });
}

async function placesOf(person: Person, assetId: string): Promise<string[]> {
  const { data } = (await getAsset(person, assetId)).body;
  return data.collectionIds.map((id) => idFromBytes("col", id)).toSorted();
}

async function folders(person: Person, ...labels: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const label of labels) made.push(await createCollection(person, person.rootId, label));
  return made;
}

const asBytes = (id: string): number[] => idToBytes(id as Id);

test("a move takes two D1 round trips, keeps flags and further collections, and ignores a repetition", async () => {
  const ada = await signUp();
  const [from = "", to = "", third = ""] = await folders(ada, "From", "To", "Third");
  const [assetId = ""] = await insertAssets(ada, third, 1, () => ({}));
  await insertLink(assetId, from, ["pinned"]);
  const answer = await move(ada, [from, to], [assetId]);
  expect({ status: answer.status, trips: answer.trips, message: answer.body.message }).toEqual({
    status: 200,
    trips: 2,
    message: "1 asset moved.",
  });
  expect(answer.body.data).toEqual([
    { joinId: expect.any(Array), collectionId: asBytes(to), assetId: asBytes(assetId) },
  ]);
  expect(await placesOf(ada, assetId)).toEqual([to, third].toSorted());
  const listed = await call("GET", `/v1/collection/${to}/assets`, { token: ada.token });
  const [entity] = listed.body.data.result.entities;
  const position = entity.collectionIds.findIndex((id: number[]) => idFromBytes("col", id) === to);
  expect(entity.flags[position]).toEqual(["pinned"]);
  const again = await move(ada, [from, to], [assetId]);
  expect({ eventKey: again.body.eventKey, data: again.body.data }).toEqual({
    eventKey: "",
    data: answer.body.data,
  });
});

test("an asset that the target already contains leaves only the source", async () => {
  const ada = await signUp();
  const [from = "", to = ""] = await folders(ada, "From", "To");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  await insertLink(assetId, to, ["kept"]);
  expect((await move(ada, [from, to], [assetId])).status).toBe(200);
  expect(await placesOf(ada, assetId)).toEqual([to]);
  expect((await move(ada, [to, to], [assetId])).body.eventKey).toBe("");
});

test("a move fails as a whole for an asset outside the source, an unknown asset and a pending upload", async () => {
  const ada = await signUp();
  const [from = "", to = "", third = ""] = await folders(ada, "From", "To", "Third");
  const [inside = ""] = await insertAssets(ada, from, 1, () => ({}));
  const [outside = ""] = await insertAssets(ada, third, 1, () => ({}));
  const [pending = ""] = await insertAssets(ada, from, 1, () => ({}));
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'uploading' WHERE id = ?")
    .bind(pending)
    .run();
  const code = async (...ids: string[]) => (await move(ada, [from, to], ids)).body.code;
  expect(await code(inside, outside)).toBe("failed_precondition");
  expect(await code(inside, newId("asset"))).toBe("not_found");
  expect(await code(inside, pending)).toBe("failed_precondition");
  expect(await placesOf(ada, inside)).toEqual([from]);
});

test("a move needs write and share on the source and write on the target", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [from = "", to = ""] = await folders(ada, "From", "To");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  const code = async () => (await move(bob, [from, to], [assetId])).body.code;
  expect(await code()).toBe("not_found");
  await share(ada, from, bob, ["write"]);
  expect(await code()).toBe("permission_denied");
  await share(ada, from, bob, ["share"]);
  expect(await code()).toBe("not_found");
  await share(ada, to, bob, ["read"]);
  expect(await code()).toBe("permission_denied");
  expect(await placesOf(ada, assetId)).toEqual([from]);
  await share(ada, to, bob, ["write"]);
  expect(await code()).toBe("ok");
  expect(await placesOf(ada, assetId)).toEqual([to]);
});

test("only an owner of the source can change the owners of an asset by a move", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const [vault = "", lair = ""] = await folders(ada, "Vault", "Lair");
  const [assetId = ""] = await insertAssets(ada, vault, 1, () => ({}));
  await share(ada, vault, eve, ["write", "share"]);
  await share(ada, lair, eve, ["own"]);
  expect((await move(eve, [vault, lair], [assetId])).body.code).toBe("permission_denied");
  await share(ada, vault, eve, ["own"]);
  expect((await move(eve, [vault, lair], [assetId])).body.code).toBe("ok");
});

test("assets cannot move to another organization", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [from = ""] = await folders(ada, "From");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  await share(bob, bob.personalId, ada, ["write"]);
  expect((await move(ada, [from, bob.personalId], [assetId])).body.code).toBe("failed_precondition");
});

test("rights that end between the read and the write stop the move", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [from = "", to = ""] = await folders(ada, "From", "To");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  for (const lost of [from, to]) {
    await share(ada, from, bob, ["write", "share"]);
    await share(ada, to, bob, ["write"]);
    interceptBatches(async (nth, send, db) => {
      const results = await send();
      if (nth === 1)
        await db
          .prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
          .bind(bob.userId, lost)
          .run();
      return results;
    });
    expect((await move(bob, [from, to], [assetId])).body.code).toBe("not_found");
    vi.restoreAllMocks();
  }
  expect(await placesOf(ada, assetId)).toEqual([from]);
});

test("two concurrent moves of one asset leave it in one collection", async () => {
  const ada = await signUp();
  const [from = "", one = "", other = ""] = await folders(ada, "From", "One", "Other");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  readBeforeAnyWrites(2);
  const answers = await Promise.all([move(ada, [from, one], [assetId]), move(ada, [from, other], [assetId])]);
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(["failed_precondition", "ok"]);
  expect(await placesOf(ada, assetId)).toHaveLength(1);
});

test("search finds a moved asset in its new collection only", async () => {
  const ada = await signUp();
  const [from = "", to = ""] = await folders(ada, "From", "To");
  const assetId = await addReadyAsset(ada, from, "The engine weaves algebraic patterns.");
  await move(ada, [from, to], [assetId]);
  await runAllJobs();
  const found = async (collectionId: string) => {
    const body = { query: "engine patterns", collectionIds: [collectionId] };
    return (await call("searchPassages", { token: ada.token, body })).body.data.passages.length;
  };
  expect([await found(from), await found(to)]).toEqual([0, 1]);
});

test("a move respects If-Match, and a repeated Idempotency-Key moves once", async () => {
  const ada = await signUp();
  const [from = "", to = ""] = await folders(ada, "From", "To");
  const [assetId = ""] = await insertAssets(ada, from, 1, () => ({}));
  const etag = (await getAsset(ada, assetId)).headers.get("etag") ?? "";
  expect((await move(ada, [from, to], [assetId], { "if-match": '"other"' })).body.code).toBe("aborted");
  const headers = { "if-match": etag, "idempotency-key": newId("req") };
  const first = await move(ada, [from, to], [assetId], headers);
  expect(first.body.code).toBe("ok");
  const again = await move(ada, [from, to], [assetId], headers);
  expect([again.body.eventKey, again.body.data]).toEqual([first.body.eventKey, first.body.data]);
  expect((await move(ada, [to, from], [assetId], { "if-match": etag })).body.code).toBe("aborted");
});
