import { expect, test } from "vitest";
import { idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

test("creating a collection below its parent needs two D1 round trips, and reading it needs one", async () => {
  const ada = await signUp();
  const created = await call("createCollection", {
    token: ada.token,
    params: { parentCollectionID: ada.personalId },
    body: {
      label: "Engines",
      description: "All of them",
      icon: "gear",
      kind: "collection",
      parent: idToBytes(ada.personalId as `col_${string}`),
    },
  });
  expect({ status: created.status, trips: created.trips }).toEqual({ status: 200, trips: 2 });
  expect(created.body.eventKey).toMatch(/^event_/);
  const id = idFromBytes("col", created.body.data.id);
  expect(created.body.data.path.map((part: number[]) => idFromBytes("col", part))).toEqual([
    ada.rootId,
    ada.personalId,
    id,
  ]);
  const read = await call("getCollection", { token: ada.token, params: { collectionID: id } });
  expect({ status: read.status, trips: read.trips }).toEqual({ status: 200, trips: 1 });
  expect(read.body.data).toEqual(created.body.data);
  const etag = read.headers.get("etag") ?? "";
  const again = await rawCall("GET", `/v1/collections/${id}`, {
    token: ada.token,
    headers: { "if-none-match": etag },
  });
  expect({ status: again.status, etag: again.headers.get("etag"), text: await again.text() }).toEqual({
    status: 304,
    etag,
    text: "",
  });
});

test("creating a collection rejects invalid ids, another parent in the body, and kinds reserved for the service", async () => {
  const ada = await signUp();
  const create = async (path: string, body: unknown) =>
    (await call("POST", path, { token: ada.token, body })).body;
  expect((await create("/v1/collection/asset_01h455vb4pex5vsknk084sn02q", { label: "x" })).code).toBe(
    "invalid_argument",
  );
  expect(
    (await create(`/v1/collection/${ada.rootId}`, { label: "x", parent: ada.personalId })).data.issues[0]
      .path,
  ).toBe("parent");
  expect(
    (await create(`/v1/collection/${ada.rootId}`, { label: "x", kind: "root" })).data.issues[0].path,
  ).toBe("kind");
  expect((await create(`/v1/collection/${ada.rootId}`, { label: "" })).data.issues[0].path).toBe("label");
  const foreign = { organizationId: newId("org"), tenantId: ada.tenantId };
  const issues = (await create(`/v1/collection/${ada.rootId}`, { label: "x", organizationContext: foreign }))
    .data.issues;
  expect(issues[0].path).toBe("organizationContext.organizationId");
});

test("collections nest at most 32 deep", async () => {
  const ada = await signUp();
  let parent = ada.rootId;
  for (let depth = 2; depth <= 32; depth += 1) parent = await createCollection(ada, parent, `level ${depth}`);
  const { status, body } = await call("createCollection", {
    token: ada.token,
    params: { parentCollectionID: parent },
    body: { label: "too deep" },
  });
  expect({ status, code: body.code }).toEqual({ status: 409, code: "failed_precondition" });
});

test("creating a collection rejects a dry run without any change", async () => {
  const ada = await signUp();
  const { status, body } = await call("POST", `/v1/collection/${ada.personalId}?dryRun=true`, {
    token: ada.token,
    body: { label: "Not made" },
  });
  expect({ status, code: body.code }).toEqual({ status: 501, code: "unimplemented" });
  const tree = await call("getCollectionTree", { token: ada.token });
  expect(JSON.stringify(tree.body)).not.toContain("Not made");
});
