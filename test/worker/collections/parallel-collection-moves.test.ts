import { afterEach, expect, test, vi } from "vitest";
import { storedTree } from "../../support/rows/collections.ts";
import { interceptBatches, readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
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

test("one of two moves that would form a cycle succeeds, and the service rejects the other", async () => {
  const ada = await signUp();
  const [a, b] = [await createCollection(ada, ada.rootId, "A"), await createCollection(ada, ada.rootId, "B")];
  const [below, above] = [
    await createCollection(ada, a, "below A"),
    await createCollection(ada, b, "below B"),
  ];
  readBeforeAnyWrites(2);
  const answers = await Promise.all([move(ada, a, above), move(ada, b, below)]);
  expect(answers.map((answer) => answer.body.code).toSorted()).toEqual(["failed_precondition", "ok"]);
  expect(new Set(answers.map((answer) => answer.trips))).toEqual(new Set([2, 3]));
  await storedTree(ada.organizationId);
});

test("parallel moves to several parents end at one of these parents, with each change counted once", async () => {
  const ada = await signUp();
  const moved = await createCollection(ada, ada.rootId, "Moved");
  await createCollection(ada, moved, "Below");
  const [first, second] = [
    await createCollection(ada, ada.rootId, "First"),
    await createCollection(ada, ada.rootId, "Second"),
  ];
  readBeforeAnyWrites(3);
  const answers = await Promise.all(
    [first, second, first].map(async (target) => await move(ada, moved, target)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const changes = answers.filter((answer) => answer.body.eventKey !== "").length;
  const stored = await storedTree(ada.organizationId);
  expect(stored.filter(({ path }) => path.includes(moved)).map(({ version }) => version)).toEqual([
    1 + changes,
    1 + changes,
  ]);
});

test("two parallel equal moves are one change", async () => {
  const ada = await signUp();
  const moved = await createCollection(ada, ada.rootId, "Moved");
  readBeforeAnyWrites(2);
  const answers = await Promise.all([move(ada, moved, ada.personalId), move(ada, moved, ada.personalId)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect(answers.filter((answer) => answer.body.eventKey === "")).toHaveLength(1);
  expect(answers.map((answer) => answer.body.data[0].version)).toEqual([2, 2]);
});

test("paths stay correct if the target moves or a child is created during a move", async () => {
  const ada = await signUp();
  const [moved, target] = [
    await createCollection(ada, ada.rootId, "Moved"),
    await createCollection(ada, ada.rootId, "Target"),
  ];
  const place = await createCollection(ada, ada.rootId, "Place");
  readBeforeAnyWrites(3);
  const answers = await Promise.all([
    move(ada, target, place),
    move(ada, moved, target),
    call("createCollection", {
      token: ada.token,
      params: { parentCollectionID: moved },
      body: { label: "New" },
    }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const stored = await storedTree(ada.organizationId);
  expect(stored.find(({ id }) => id === moved)?.path).toBe(`${ada.rootId}/${place}/${target}/${moved}/`);
});

test("a move changes nothing if a right is revoked between read and write", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const [moved, target] = [
    await createCollection(ada, ada.rootId, "Moved"),
    await createCollection(ada, ada.rootId, "Target"),
  ];
  await share(ada, moved, bob, ["write", "share"]);
  await share(ada, target, bob, ["write"]);
  interceptBatches(async (nth, send, db) => {
    const results = await send();
    if (nth === 1)
      await db
        .prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
        .bind(bob.userId, target)
        .run();
    return results;
  });
  expect((await move(bob, moved, target)).body.code).toBe("not_found");
  expect((await storedTree(ada.organizationId)).find(({ id }) => id === moved)?.parentId).toBe(ada.rootId);
});
