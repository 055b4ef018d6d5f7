import { expect, test } from "vitest";
import { idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { call } from "../../support/http.ts";
import { signUp } from "../../support/people.ts";
import { createCollection, share } from "../../support/workspace.ts";

test("a collection is created under its parent in two trips and read in one", async () => {
  const ada = await signUp();
  const created = await call("POST", `/v1/collection/${ada.personalId}`, {
    token: ada.token,
    body: {
      label: "Engines",
      description: "All of them",
      icon: "gear",
      kind: "collection",
      parent: idToBytes(ada.personalId as `col_${string}`),
    },
  });
  expect([created.status, created.trips]).toEqual([200, 2]);
  expect(created.body.eventKey).toMatch(/^event_/);
  const id = idFromBytes("col", created.body.data.id);
  expect(created.body.data.path.map((part: number[]) => idFromBytes("col", part))).toEqual([ada.rootId, ada.personalId, id]);
  const read = await call("GET", `/v1/collections/${id}`, { token: ada.token });
  expect([read.status, read.trips]).toEqual([200, 1]);
  expect(read.body.data).toEqual(created.body.data);
  const etag = read.headers.get("etag") ?? "";
  const again = await call("GET", `/v1/collections/${id}`, { token: ada.token, headers: { "if-none-match": etag } }).catch(() => null);
  expect(again).toBeNull();
});

test("a stranger is told that there is no such collection, a reader that they may not write", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const hidden = await call("GET", `/v1/collections/${ada.personalId}`, { token: eve.token });
  expect([hidden.status, hidden.body.code]).toEqual([404, "not_found"]);
  await share(ada, ada.personalId, eve, ["read"]);
  expect((await call("GET", `/v1/collections/${ada.personalId}`, { token: eve.token })).status).toBe(200);
  const denied = await call("POST", `/v1/collection/${ada.personalId}`, { token: eve.token, body: { label: "Mine" } });
  expect([denied.status, denied.body.code]).toEqual([403, "permission_denied"]);
});

test("a grant covers the subtree, and shows no path above itself", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const below = await createCollection(ada, shared, "Below");
  await share(ada, shared, bob, ["write"]);
  const read = await call("GET", `/v1/collections/${below}`, { token: bob.token });
  expect(read.body.data.path.map((part: number[]) => idFromBytes("col", part))).toEqual([shared, below]);
  const tree = await call("GET", "/v1/users/self/collection-tree", { token: bob.token });
  expect(tree.trips).toBe(1);
  const top = tree.body.data.map((node: any) => idFromBytes("col", node.collection.id));
  expect(new Set(top)).toEqual(new Set([bob.rootId, shared]));
  expect((await createCollection(bob, below, "Bob's")).startsWith("col_")).toBe(true);
});

test("nobody grants what they lack, and sharing twice changes nothing the second time", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const cy = await signUp("cy");
  await share(ada, ada.personalId, bob, ["share"]);
  const body = { actions: ["write"], collectionIds: [ada.personalId], shareTo: [cy.userId], shareToEmails: [] };
  expect((await call("POST", "/v1/share-collections", { token: bob.token, body })).status).toBe(403);
  const read = { ...body, actions: ["read"], shareTo: [], shareToEmails: [cy.email.toUpperCase()] };
  const first = await call("POST", "/v1/share-collections", { token: bob.token, body: read });
  expect([first.status, first.trips]).toEqual([200, 2]);
  expect(first.body.data.existingUsers).toMatchObject([{ id: cy.userId, primaryEmail: cy.email }]);
  const second = await call("POST", "/v1/share-collections", { token: bob.token, body: read });
  expect([second.status, second.body.eventKey]).toEqual([200, ""]);
});

test("sharing with an unknown user, an unknown action or a hidden collection is refused", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const body = { actions: ["read"], collectionIds: [ada.personalId], shareTo: [eve.userId], shareToEmails: [] };
  const ask = async (token: string, changes: object) =>
    (await call("POST", "/v1/share-collections", { token, body: { ...body, ...changes } })).body.code;
  expect(await ask(ada.token, { shareTo: [newId("user")] })).toBe("invalid_argument");
  expect(await ask(ada.token, { actions: ["fly"] })).toBe("invalid_argument");
  expect(await ask(ada.token, { actions: [] })).toBe("invalid_argument");
  expect(await ask(eve.token, {})).toBe("not_found");
});

test("bad identifiers, another parent in the body and a callers' kind of the service are refused", async () => {
  const ada = await signUp();
  const create = async (path: string, body: unknown) => (await call("POST", path, { token: ada.token, body })).body;
  expect((await create("/v1/collection/asset_01h455vb4pex5vsknk084sn02q", { label: "x" })).code).toBe("invalid_argument");
  expect((await create(`/v1/collection/${ada.rootId}`, { label: "x", parent: ada.personalId })).data.issues[0].path).toBe("parent");
  expect((await create(`/v1/collection/${ada.rootId}`, { label: "x", kind: "root" })).data.issues[0].path).toBe("kind");
  expect((await create(`/v1/collection/${ada.rootId}`, { label: "" })).data.issues[0].path).toBe("label");
  const foreign = { organizationId: newId("org"), tenantId: ada.tenantId };
  const issues = (await create(`/v1/collection/${ada.rootId}`, { label: "x", organizationContext: foreign })).data.issues;
  expect(issues[0].path).toBe("organizationContext.organizationId");
});

test("collections nest at most 32 deep", async () => {
  const ada = await signUp();
  let parent = ada.rootId;
  for (let depth = 2; depth <= 32; depth += 1) parent = await createCollection(ada, parent, `level ${depth}`);
  const { status, body } = await call("POST", `/v1/collection/${parent}`, { token: ada.token, body: { label: "too deep" } });
  expect([status, body.code]).toEqual([409, "failed_precondition"]);
});

test("a dry run is refused, and changes nothing", async () => {
  const ada = await signUp();
  const { status, body } = await call("POST", `/v1/collection/${ada.personalId}?dryRun=true`, {
    token: ada.token,
    body: { label: "Not made" },
  });
  expect([status, body.code]).toEqual([501, "unimplemented"]);
  const tree = await call("GET", "/v1/users/self/collection-tree", { token: ada.token });
  expect(JSON.stringify(tree.body)).not.toContain("Not made");
});
