import { expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function rename(
  { token }: Pick<Person, "token">,
  assetId: string,
  displayName: unknown,
  headers: Record<string, string> = {},
) {
  return await call("POST", `/v1/assets/${assetId}/attributes`, {
    token,
    body: { assetId, displayName },
    headers,
  });
}

async function scene() {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const assetId = await addReadyAsset(ada, folder, "The mill was let for ninety years.", {
    name: "scan-0001.txt",
  });
  return { ada, folder, assetId };
}

const events = async (assetId: string) =>
  (await testEnv.DB.prepare(
    "SELECT count(*) AS n FROM audit_events WHERE target_id = ? AND operation = 'updateAsset'",
  )
    .bind(assetId)
    .first("n")) as number;

test("a new name appears in the asset, lists, name search and passages, and the file name stays", async () => {
  const { ada, folder, assetId } = await scene();
  const renamed = await rename(ada, assetId, "Quernstone lease");
  expect({
    status: renamed.status,
    trips: renamed.trips,
    displayName: renamed.body.data.displayName,
  }).toEqual({
    status: 200,
    trips: 2,
    displayName: "Quernstone lease",
  });
  expect(renamed.body.data.originalFileName).toBe("scan-0001.txt");
  expect(renamed.body.eventKey).toMatch(/^event_/);
  const { data } = (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body;
  expect(data).toEqual(renamed.body.data);
  const listed = await call("GET", `/v1/collection/${folder}/assets`, { token: ada.token });
  expect(listed.body.data.result.entities[0].data.displayName).toBe("Quernstone lease");
  const find = async (matchName: string) =>
    (await call("POST", "/v1/assets/search", { token: ada.token, body: { matchName } })).body.data.pagination
      .count;
  expect([await find("quernstone"), await find("scan-0001")]).toEqual([1, 1]);
  const namesOf = async (query: string) =>
    (await call("POST", "/v1/search", { token: ada.token, body: { query } })).body.data.passages.map(
      ({ displayName }: any) => displayName,
    );
  await vi.waitUntil(async () => (await namesOf("quernstone")).length > 0, { timeout: 20_000, interval: 10 });
  expect([await namesOf("quernstone"), await namesOf("scan 0001")]).toEqual([["Quernstone lease"], []]);
});

test("an update ignores the current name, applies a repeated key once, and rejects an older revision", async () => {
  const { ada, assetId } = await scene();
  const key = { "idempotency-key": "rename-1" };
  const first = await rename(ada, assetId, "Lease", key);
  const again = await rename(ada, assetId, "Lease", key);
  expect(again.body).toMatchObject({
    eventKey: first.body.eventKey,
    data: { displayName: "Lease", version: first.body.data.version },
  });
  expect((await rename(ada, assetId, "Lease")).body).toMatchObject({
    eventKey: "",
    data: { version: first.body.data.version },
  });
  expect(await events(assetId)).toBe(1);
  const etag = `"${first.body.data.etag}"`;
  expect((await rename(ada, assetId, "Contract", { "if-match": etag })).status).toBe(200);
  expect((await rename(ada, assetId, "Other", { "if-match": etag })).body.code).toBe("aborted");
});

test("updating an asset requires write on all its collections", async () => {
  const { ada, folder, assetId } = await scene();
  const [bob, carol, eve] = [await signUp("bob"), await signUp("carol"), await signUp("eve")];
  await share(ada, folder, bob, ["write"]);
  await share(ada, folder, carol, ["read", "chat"]);
  expect((await rename(bob, assetId, "Bob's")).status).toBe(200);
  expect((await rename(carol, assetId, "Carol's")).body.code).toBe("permission_denied");
  expect((await rename(eve, assetId, "Eve's")).body.code).toBe("not_found");
  const other = await createCollection(ada, ada.rootId, "Other");
  const link = { collectionId: other, assetIds: [assetId], flags: [] };
  expect(
    (await call("linkAssets", { token: ada.token, params: { collectionID: other }, body: link })).status,
  ).toBe(200);
  expect((await rename(bob, assetId, "Bob's again")).body.code).toBe("permission_denied");
  expect((await rename(ada, assetId, "Ada's")).status).toBe(200);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(assetId).run();
  expect((await rename(ada, assetId, "Gone")).body.code).toBe("not_found");
});

test.each(["", "\u202e", "x".repeat(256), 5, null])(
  "the service rejects the name %j",
  async (displayName) => {
    const { ada, assetId } = await scene();
    expect((await rename(ada, assetId, displayName)).body.code).toBe("invalid_argument");
  },
);
