import { expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

test("a stranger gets 404 for a collection, and a reader may not write it", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const hidden = await call("getCollection", { token: eve.token, params: { collectionID: ada.personalId } });
  expect({ status: hidden.status, code: hidden.body.code }).toEqual({ status: 404, code: "not_found" });
  await share(ada, ada.personalId, eve, ["read"]);
  expect(
    (await call("getCollection", { token: eve.token, params: { collectionID: ada.personalId } })).status,
  ).toBe(200);
  const denied = await call("createCollection", {
    token: eve.token,
    params: { parentCollectionID: ada.personalId },
    body: { label: "Mine" },
  });
  expect({ status: denied.status, code: denied.body.code }).toEqual({
    status: 403,
    code: "permission_denied",
  });
});

test("a grant covers the subtree, and its user sees no path above it", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const below = await createCollection(ada, shared, "Below");
  await share(ada, shared, bob, ["write"]);
  const read = await call("getCollection", { token: bob.token, params: { collectionID: below } });
  expect(read.body.data.path.map((part: number[]) => idFromBytes("col", part))).toEqual([shared, below]);
  const tree = await call("getCollectionTree", { token: bob.token });
  expect(tree.trips).toBe(1);
  const top = tree.body.data.map((node: any) => idFromBytes("col", node.collection.id));
  expect(new Set(top)).toEqual(new Set([bob.rootId, shared]));
  expect((await createCollection(bob, below, "Bob's")).startsWith("col_")).toBe(true);
});
