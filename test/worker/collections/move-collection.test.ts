import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { insertCollections, storedTree } from "../../support/rows/collections.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function move(
  person: Person,
  collectionId: string,
  parentId: string,
  headers: Record<string, string> = {},
) {
  const body = { collectionId, parentCollectionId: parentId };
  return await call("POST", `/v1/collection/${collectionId}/move`, { token: person.token, body, headers });
}

const idOf = (collection: any): string => idFromBytes("col", collection.id);
const pathOf = (collection: any): string[] =>
  collection.path.map((part: number[]) => idFromBytes("col", part));

test("moving a collection with its subtree needs two D1 round trips, and the response lists parents before children", async () => {
  const ada = await signUp();
  const [from, to] = [
    await createCollection(ada, ada.rootId, "From"),
    await createCollection(ada, ada.rootId, "To"),
  ];
  const moved = await createCollection(ada, from, "Moved");
  const below = await createCollection(ada, moved, "Below");
  const deep = await createCollection(ada, below, "Deep");
  const stays = await createCollection(ada, from, "Stays");
  const answer = await move(ada, moved, to);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(answer.body.eventKey).toMatch(/^event_/);
  expect(answer.body.data.map((each: any) => [idOf(each), pathOf(each), each.version])).toEqual([
    [moved, [ada.rootId, to, moved], 2],
    [below, [ada.rootId, to, moved, below], 2],
    [deep, [ada.rootId, to, moved, below, deep], 2],
  ]);
  const read = await call("getCollection", { token: ada.token, params: { collectionID: deep } });
  expect(read.body.data).toEqual(answer.body.data[2]);
  const kept = await call("getCollection", { token: ada.token, params: { collectionID: stays } });
  expect({ path: pathOf(kept.body.data), version: kept.body.data.version }).toEqual({
    path: [ada.rootId, from, stays],
    version: 1,
  });
});

test("a move to the same parent changes nothing and returns the subtree", async () => {
  const ada = await signUp();
  const stays = await createCollection(ada, ada.personalId, "Stays");
  const below = await createCollection(ada, stays, "Below");
  const answer = await move(ada, stays, ada.personalId);
  expect({ status: answer.status, eventKey: answer.body.eventKey, trips: answer.trips }).toEqual({
    status: 200,
    eventKey: "",
    trips: 2,
  });
  expect(answer.body.data.map((each: any) => [idOf(each), each.version])).toEqual([
    [stays, 1],
    [below, 1],
  ]);
});

test("the service rejects a move below the collection itself or its child, to another organization, and of the service's collections", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const [top, other] = [
    await createCollection(ada, ada.rootId, "Top"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const child = await createCollection(ada, top, "Child");
  await share(bob, bob.personalId, ada, ["write"]);
  const code = async (id: string, parentId: string) => (await move(ada, id, parentId)).body.code;
  expect(await code(top, top)).toBe("failed_precondition");
  expect(await code(top, child)).toBe("failed_precondition");
  expect(await code(ada.personalId, other)).toBe("failed_precondition");
  expect(await code(ada.rootId, other)).toBe("failed_precondition");
  expect(await code(top, bob.personalId)).toBe("failed_precondition");
  expect((await storedTree(ada.organizationId)).find(({ id }) => id === top)).toMatchObject({
    parentId: ada.rootId,
    version: 1,
  });
});

test("the service rejects a move that puts the deepest descendant below depth 32", async () => {
  const ada = await signUp();
  const chain = await insertCollections(ada, ada.rootId, 30, (position) => position - 1);
  const top = await createCollection(ada, ada.rootId, "Top");
  await createCollection(ada, top, "Below");
  const at31 = chain.at(-1) ?? "";
  expect((await move(ada, top, at31)).body.code).toBe("failed_precondition");
  const answer = await move(ada, top, chain.at(-2) ?? "");
  expect({ status: answer.status, data: answer.body.data.map((each: any) => each.path.length) }).toEqual({
    status: 200,
    data: [31, 32],
  });
});

test("a move requires write and share on the collection and write on the new parent", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const cy = await signUp("cy");
  const [moved, target] = [
    await createCollection(ada, ada.rootId, "Moved"),
    await createCollection(ada, ada.rootId, "Target"),
  ];
  const code = async (person: Person) => (await move(person, moved, target)).body.code;
  expect(await code(bob)).toBe("not_found");
  await share(ada, moved, bob, ["write"]);
  await share(ada, moved, cy, ["share"]);
  await share(ada, target, bob, ["read"]);
  await share(ada, target, cy, ["write"]);
  expect([await code(bob), await code(cy)]).toEqual(["permission_denied", "permission_denied"]);
  await share(ada, moved, bob, ["share"]);
  expect(await code(bob)).toBe("permission_denied");
  await share(ada, target, bob, ["write"]);
  const answer = await move(bob, moved, target);
  expect({ status: answer.status, path: pathOf(answer.body.data[0]) }).toEqual({
    status: 200,
    path: [target, moved],
  });
});

test("after a move, direct grants stay, and inherited grants follow the new parent", async () => {
  const [ada, own, old, fresh] = [
    await signUp(),
    await signUp("own"),
    await signUp("old"),
    await signUp("fresh"),
  ];
  const [from, to] = [
    await createCollection(ada, ada.rootId, "From"),
    await createCollection(ada, ada.rootId, "To"),
  ];
  const moved = await createCollection(ada, from, "Moved");
  await share(ada, moved, own, ["read"]);
  await share(ada, from, old, ["read"]);
  await share(ada, to, fresh, ["read"]);
  const seen = async () =>
    await Promise.all(
      [own, old, fresh].map(
        async ({ token }) => (await call("getCollection", { token, params: { collectionID: moved } })).status,
      ),
    );
  expect(await seen()).toEqual([200, 200, 404]);
  await move(ada, moved, to);
  expect(await seen()).toEqual([200, 404, 200]);
});

test("a move rejects different collections in path and body, and unknown collections", async () => {
  const ada = await signUp();
  const moved = await createCollection(ada, ada.rootId, "Moved");
  const ask = async (path: string, body: object) =>
    (await call("POST", path, { token: ada.token, body })).body;
  const other = { collectionId: newId("col"), parentCollectionId: ada.personalId };
  expect((await ask(`/v1/collection/${moved}/move`, other)).data.issues[0].path).toBe("collectionId");
  expect((await ask(`/v1/collection/${moved}/move`, { collectionId: moved })).data.issues[0].path).toBe(
    "parentCollectionId",
  );
  expect(
    (await ask(`/v1/collection/${moved}/move`, { collectionId: moved, parentCollectionId: newId("col") }))
      .code,
  ).toBe("not_found");
});

test("an If-Match of an older revision moves nothing", async () => {
  const ada = await signUp();
  const moved = await createCollection(ada, ada.rootId, "Moved");
  const { headers } = await call("getCollection", { token: ada.token, params: { collectionID: moved } });
  const etag = headers.get("etag") ?? "";
  expect((await move(ada, moved, ada.personalId, { "if-match": etag })).status).toBe(200);
  expect((await move(ada, moved, ada.rootId, { "if-match": etag })).body.code).toBe("aborted");
});

test("a repeated Idempotency-Key moves once and returns the current subtree", async () => {
  const ada = await signUp();
  const moved = await createCollection(ada, ada.rootId, "Moved");
  const once = async () => await move(ada, moved, ada.personalId, { "idempotency-key": "once" });
  const first = await once();
  const back = await move(ada, moved, ada.rootId);
  const again = await once();
  expect({ status: again.status, eventKey: again.body.eventKey }).toEqual({
    status: 200,
    eventKey: first.body.eventKey,
  });
  expect(again.body.data).toEqual(back.body.data);
});

test("moving 5,000 descendants needs two D1 round trips and leaves correct paths", async () => {
  const ada = await signUp();
  const target = await createCollection(ada, ada.personalId, "Target");
  const moved = await createCollection(ada, ada.rootId, "Moved");
  const ids = await insertCollections(ada, moved, 5000, (position) =>
    position === 0 ? -1 : Math.floor(position / 3) - 1,
  );
  const answer = await move(ada, moved, target);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  const stored = await storedTree(ada.organizationId);
  const inSubtree = stored.filter(({ path }) => path.includes(`/${moved}/`));
  expect(answer.body.data.map(idOf)).toEqual(inSubtree.map(({ id }) => id));
  expect(new Set(inSubtree.map(({ id }) => id))).toEqual(new Set([moved, ...ids]));
  expect(answer.body.data.map((each: any) => `${pathOf(each).join("/")}/`)).toEqual(
    inSubtree.map(({ path }) => path),
  );
  expect(inSubtree.every(({ version }) => version === 2)).toBe(true);
});
